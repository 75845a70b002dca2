// What the scripts take for granted: htmx, the events of htmx and of socket.js, and that what they look up are elements
// of HTML.

/** A request of htmx, and what its events tell of it. */
interface HtmxContext {
  sourceElement: HTMLElement;
  sourceEvent?: Event;
  target: HTMLElement;
  request: { method: string; action: string; headers: Record<string, string>; body: FormData; abort(): void };
  response: Response;
  text: string;
  status: string;
  swap: string;
  hx: { [name: string]: any };
  select: string;
  [name: string]: any;
}

declare const htmx: {
  ajax(method: string, path: string, options: { target: string; swap?: string; select?: string }): Promise<void>;
  registerExtension(name: string, extension: object): void;
  config: Record<string, unknown>;
  [name: string]: any;
};

type HtmxEvent = CustomEvent<{ ctx: HtmxContext; [name: string]: any }>;

interface DocumentEventMap {
  "htmx:config:request": HtmxEvent;
  "htmx:before:request": HtmxEvent;
  "htmx:after:request": HtmxEvent;
  "htmx:finally:request": HtmxEvent;
  "htmx:before:swap": HtmxEvent;
  "htmx:after:swap": HtmxEvent;
  "htmx:error": HtmxEvent;
  say: CustomEvent<string>;
  sound: CustomEvent<string>;
  told: CustomEvent<{ version?: number; within?: number; waiting?: number[]; started?: number; [name: string]: any }>;
}

/** The element that a selector finds, by the tag of its last part: `#hand input[name=tick]` is an input. */
type Found<S extends string> = S extends keyof HTMLElementTagNameMap
  ? HTMLElementTagNameMap[S]
  : S extends `${string} ${infer Last}`
    ? Found<Last>
    : S extends `${infer Tag extends keyof HTMLElementTagNameMap}${"[" | "." | ":" | "#"}${string}`
      ? HTMLElementTagNameMap[Tag]
      : HTMLElement;

interface ParentNode {
  querySelector<S extends string>(selectors: S): Found<S> | null;
  querySelectorAll<S extends string>(selectors: S): NodeListOf<Found<S>>;
}

interface Element {
  closest<S extends string>(selectors: S): Found<S> | null;
}

/** Handlers are on the document or below it, so what an event happened to is an element. */
interface EventTarget {
  closest<S extends string>(selectors: S): Found<S> | null;
}
