/** What the page put inside an island: the server's own nodes, kept as they are however the island renders. */
import { Component } from "preact";
import { jsx } from "preact/jsx-runtime";

/** Nodes of slots that are not shown at the moment. */
const held = new Map<number, DocumentFragment>();

interface Props {
  id: number;
  /** Wakes islands among nodes that were shown for the first time. */
  wake: (root: ParentNode) => void;
}

export class Slot extends Component<Props> {
  root!: HTMLElement;

  override shouldComponentUpdate(): boolean {
    return false;
  }

  override componentDidMount(): void {
    if (this.root.firstChild) return;
    const { id, wake } = this.props;
    const template = document.querySelector<HTMLTemplateElement>(`template[data-slot="${id}"]`);
    const nodes = held.get(id) ?? template?.content;
    if (nodes) this.root.append(nodes);
    wake(this.root);
  }

  override componentWillUnmount(): void {
    const nodes = new DocumentFragment();
    nodes.append(...this.root.childNodes);
    held.set(this.props.id, nodes);
  }

  /** The empty inner HTML tells Preact that the children are not its own; while hydrating, Preact leaves them alone. */
  override render() {
    return jsx("div", {
      ref: (element: EventTarget | null) => void (this.root = element as HTMLElement ?? this.root),
      "data-slot": this.props.id,
      class: "island",
      dangerouslySetInnerHTML: { __html: "" },
    });
  }
}
