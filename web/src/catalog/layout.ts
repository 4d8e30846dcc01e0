/** Words and layout: texts, headings, icons, rows that wrap, columns, grids, cards, buttons. */
import {
  ButtonApi,
  CardApi,
  ColumnApi,
  componentId,
  DividerApi,
  IconApi,
  ListApi,
  RowApi,
  TextApi,
} from "@a2ui/web_core/v0_9";
import { html, nothing } from "lit";
import { z } from "zod";
import { iconOf, isIcon } from "../elements/icons.ts";
import { inTheirs, langOfTheirs } from "../i18n/words.ts";
import type { App } from "../state/app.ts";
import type { Changes } from "../state/changes.ts";
import { Act, Children, Common, Flag, Words } from "./api.ts";
import { type Drawn, entry, Part, type Props } from "./part.ts";
import { langOf } from "./words.ts";

const Text = { ...TextApi, tagName: "loket-text" };

class TextPart extends Part<typeof Text> {
  protected override readonly api = Text;

  protected override draw({ text = "", variant }: Props<typeof Text>): Drawn {
    switch (variant) {
      case "h1":
        return html`<h1 tabindex="-1" lang=${langOf(text)}>${text}</h1>`;
      case "h2":
        return html`<h2 lang=${langOf(text)}>${text}</h2>`;
      case "h3":
        return html`<h3 lang=${langOf(text)}>${text}</h3>`;
      case "h4":
      case "h5":
        return html`<h4 lang=${langOf(text)}>${text}</h4>`;
      default:
        return text ? html`<p class=${variant === "caption" ? "quiet" : ""} lang=${langOf(text)}>${text}</p>` : nothing;
    }
  }
}

/** The names of the basic catalog that we have a drawing for; the others show a dot. */
const BASIC_ICONS: Readonly<Record<string, string>> = {
  arrowBack: "back",
  delete: "trash",
  error: "alert",
  warning: "alert",
  help: "question",
  mail: "letter",
  payment: "coins",
  refresh: "again",
};

const Icon = { ...IconApi, tagName: "loket-icon", schema: IconApi.schema.extend({ name: z.unknown() }) };

class IconPart extends Part<typeof Icon> {
  protected override readonly api = Icon;

  protected override draw({ name }: Props<typeof Icon>): Drawn {
    const known = typeof name === "string" ? (BASIC_ICONS[name] ?? name) : "dot";
    return iconOf(isIcon(known) ? known : "dot");
  }
}

const Row = { ...RowApi, tagName: "loket-row" };

class RowPart extends Part<typeof Row> {
  protected override readonly api = Row;

  protected override draw({ children, justify, align }: Props<typeof Row>): Drawn {
    return html`<div class="row justify-${justify ?? "start"} align-${align ?? "stretch"}">
      ${this.nodes(children)}
    </div>`;
  }
}

const Column = { ...ColumnApi, tagName: "loket-column" };

class ColumnPart extends Part<typeof Column> {
  protected override readonly api = Column;

  protected override draw({ children }: Props<typeof Column>): Drawn {
    return html`<div class="column">${this.nodes(children)}</div>`;
  }
}

const Grid = {
  name: "Grid",
  tagName: "loket-grid",
  schema: z.object({ ...Common, children: Children, least: z.number().optional() }).strict(),
};

class GridPart extends Part<typeof Grid> {
  protected override readonly api = Grid;

  protected override draw({ children, least }: Props<typeof Grid>): Drawn {
    return html`<div class="grid" style="--least: ${Number(least ?? 280)}px">${this.nodes(children)}</div>`;
  }
}

const List = { ...ListApi, tagName: "loket-list" };

class ListPart extends Part<typeof List> {
  protected override readonly api = List;

  protected override draw({ children, listStyle }: Props<typeof List>): Drawn {
    const items = this.nodes(children).map((child) => html`<li>${child}</li>`);
    return listStyle === "ordered"
      ? html`<ol>
          ${items}
        </ol>`
      : html`<ul class=${listStyle ?? "none"}>
          ${items}
        </ul>`;
  }
}

const Card = { ...CardApi, tagName: "loket-card" };

class CardPart extends Part<typeof Card> {
  protected override readonly api = Card;

  protected override draw({ child }: Props<typeof Card>): Drawn {
    return html`<div class="card">${this.renderNode(child)}</div>`;
  }
}

const Divider = { ...DividerApi, tagName: "loket-divider" };

class DividerPart extends Part<typeof Divider> {
  protected override readonly api = Divider;

  protected override draw(): Drawn {
    return html`<hr />`;
  }
}

const Button = {
  ...ButtonApi,
  tagName: "loket-button",
  schema: ButtonApi.schema.extend({
    child: componentId().optional(),
    label: Words.optional(),
    icon: z.string().optional(),
    disabled: Flag.optional(),
    action: Act.optional(),
  }),
};

class ButtonPart extends Part<typeof Button> {
  protected override readonly api = Button;

  protected override draw(props: Props<typeof Button>): Drawn {
    const { child, label, icon, variant, disabled, isValid, action } = props;
    return html`<button
      type="button"
      class=${variant === "primary" ? "primary" : variant === "borderless" ? "plain" : ""}
      lang=${langOf(label)}
      ?disabled=${disabled === true || isValid === false}
      @click=${() => action?.()}
    >
      ${icon && isIcon(icon) ? iconOf(icon) : nothing}${label ?? this.renderNode(child)}
    </button>`;
  }
}

const PageHead = {
  name: "PageHead",
  tagName: "loket-page-head",
  schema: z.object({ ...Common, title: Words, text: Words.optional(), quiet: Words.optional() }).strict(),
};

class PageHeadPart extends Part<typeof PageHead> {
  protected override readonly api = PageHead;

  protected override watches(app: App): readonly Changes[] {
    return [app.settings, app];
  }

  /** The title of the page that its model holds is in one language; the assistant may know others. */
  #title(title: string): Drawn {
    const { assistants = [], settings } = this.app ?? {};
    const { id } = this.context.dataContext.surface;
    const own = assistants.find(({ surfaces }) => surfaces.some((one) => one.id === id && one.title === title));
    const titles = own?.surfaces.find((one) => one.id === id)?.titles ?? {};
    const language = settings?.language ?? "nl";
    const theirs = inTheirs(titles, language);
    const lang = theirs === undefined ? own?.own || langOf(title) : (langOfTheirs(titles, language) ?? nothing);
    return html`<h1 tabindex="-1" lang=${lang}>${theirs ?? title}</h1>`;
  }

  protected override draw({ title, text, quiet }: Props<typeof PageHead>): Drawn {
    return html`<div class="page-head">
      ${this.#title(String(title ?? ""))} ${text ? html`<p class="lead" lang=${langOf(text)}>${text}</p>` : nothing}
      ${quiet ? html`<p class="quiet" lang=${langOf(quiet)}>${quiet}</p>` : nothing}
    </div>`;
  }
}

/** A form at the side and the work beside it; below each other where there is no room. */
const Workbench = {
  name: "Workbench",
  tagName: "loket-workbench",
  schema: z.object({ ...Common, side: componentId(), children: Children, below: componentId().optional() }).strict(),
};

class WorkbenchPart extends Part<typeof Workbench> {
  protected override readonly api = Workbench;

  protected override draw({ side, children, below }: Props<typeof Workbench>): Drawn {
    return html`<div class="workbench">
      <div class="side">${this.renderNode(side)}</div>
      <div class="work column">${this.nodes(children)}</div>
      <div class="below">${this.renderNode(below)}</div>
    </div>`;
  }
}

export const text = entry(Text, TextPart);
export const icon = entry(Icon, IconPart);
export const row = entry(Row, RowPart);
export const column = entry(Column, ColumnPart);
export const grid = entry(Grid, GridPart);
export const list = entry(List, ListPart);
export const card = entry(Card, CardPart);
export const divider = entry(Divider, DividerPart);
export const button = entry(Button, ButtonPart);
export const pageHead = entry(PageHead, PageHeadPart);
export const workbench = entry(Workbench, WorkbenchPart);
