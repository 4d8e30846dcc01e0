/** The frame around every surface. */
import { LitElement, css, html } from "lit";
import { customElement } from "lit/decorators.js";

@customElement("loket-shell")
export class Shell extends LitElement {
  static override styles = css`
    :host {
      display: block;
      max-width: 68ch;
      margin: 2rem auto;
    }
  `;

  override render() {
    return html`<main><h1>Loket</h1></main>`;
  }
}
