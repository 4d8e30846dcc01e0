/** The official A2UI surface element, drawn into the page itself so that one style sheet reaches everything. */
import { A2uiSurface } from "@a2ui/lit/v0_9";

export class SurfaceView extends A2uiSurface {
  protected override createRenderRoot(): this {
    return this;
  }
}

customElements.define("loket-surface-view", SurfaceView);
