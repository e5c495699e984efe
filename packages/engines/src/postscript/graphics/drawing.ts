/** Collects what is painted as SVG elements, page by page. */
import { LimitSignal } from '../language/errors.ts'
import type { ClipArea } from './state.ts'

/** Elements that are drawn one after the other: a page, or the cell of a pattern. */
class Canvas {
  readonly elements: string[] = []
  private openClip: string | undefined

  add(element: string, clipId: string | undefined): void {
    if (clipId !== this.openClip) {
      if (this.openClip !== undefined) this.elements.push('</g>')
      if (clipId !== undefined) this.elements.push(`<g clip-path="url(#${clipId})">`)
      this.openClip = clipId
    }
    this.elements.push(element)
  }

  toSvg(): string {
    return this.elements.join('\n') + (this.openClip === undefined ? '' : '</g>')
  }

  get isEmpty(): boolean {
    return this.elements.length === 0
  }
}

export class SvgDrawing {
  canvas = new Canvas()
  private readonly ids = new Map<string, string>()
  private readonly definitions = new Map<string, string>()
  private characters = 0
  private nextId = 0
  private readonly maxCharacters: number

  constructor(maxCharacters: number) {
    this.maxCharacters = maxCharacters
  }

  paint(element: string, clip: ClipArea | undefined): void {
    if (clip?.kind === 'empty') return
    this.count(element.length)
    this.canvas.add(element, clip?.id)
  }

  /** The id of a definition. What has the same key is defined once. */
  define(prefix: string, content: (id: string) => string, key = content('')): string {
    const known = this.ids.get(key)
    if (known !== undefined) return known
    const id = `${prefix}${this.nextId++}`
    const text = content(id)
    this.count(text.length)
    this.ids.set(key, id)
    this.definitions.set(id, text)
    return id
  }

  /** Elements of a nested drawing instead of the page. */
  inside(work: () => void): string {
    const outer = this.canvas
    const inner = new Canvas()
    this.canvas = inner
    try {
      work()
    } finally {
      this.canvas = outer
    }
    return inner.toSvg()
  }

  /** The page with the definitions it needs; begins the next one. */
  take(): { readonly definitions: string; readonly content: string; readonly isEmpty: boolean } {
    const { canvas } = this
    this.canvas = new Canvas()
    const content = canvas.toSvg()
    const needed = new Map<string, string>()
    const visit = (text: string) => {
      for (const [, id = ''] of text.matchAll(/#([a-z]+\d+)/g)) {
        const definition = this.definitions.get(id)
        if (definition === undefined || needed.has(id)) continue
        needed.set(id, definition)
        visit(definition)
      }
    }
    visit(content)
    return { definitions: [...needed.values()].join('\n'), content, isEmpty: canvas.isEmpty }
  }

  count(characters: number): void {
    this.characters += characters
    if (this.characters > this.maxCharacters) throw new LimitSignal('output')
  }
}
