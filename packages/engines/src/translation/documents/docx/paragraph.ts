/** A paragraph of a part, taken apart so that it can be put together again with other words. */
import type { FlowItem } from '../flow.ts'
import type { XmlElement } from './xml/parse-xml.ts'

/** An element that is carried over; inside a run it brings the properties of that run. */
export interface Carried {
  readonly element: XmlElement
  readonly runProperties?: string
}

/** What stands around words: a link, an insertion, a field. */
export interface Bracket {
  readonly open: string | readonly Carried[]
  readonly close: string | readonly Carried[]
}

export interface Paragraph {
  readonly element: XmlElement
  readonly dialect: Dialect
  /** Stand before and behind the words whatever happens to them. */
  readonly head: readonly XmlElement[]
  readonly tail: readonly XmlElement[]
  readonly items: readonly FlowItem[]
  readonly marks: readonly (readonly Carried[])[]
  readonly brackets: readonly Bracket[]
  /** Properties of runs as they were written. */
  readonly styles: readonly string[]
}

/** Word's own markup, deleted words in it, and that of drawings, charts and diagrams. */
export interface Dialect {
  readonly paragraph: string
  readonly run: string
  readonly runProperties: string
  readonly text: string
  readonly head: readonly string[]
  readonly tail: readonly string[]
}

const wordDialect: Dialect = {
  paragraph: 'w:p',
  run: 'w:r',
  runProperties: 'w:rPr',
  text: 'w:t',
  head: ['w:pPr'],
  tail: [],
}

const deletedDialect: Dialect = { ...wordDialect, paragraph: 'w:del', text: 'w:delText', head: [] }
const movedDialect: Dialect = { ...wordDialect, paragraph: 'w:moveFrom', head: [] }

const drawingDialect: Dialect = {
  paragraph: 'a:p',
  run: 'a:r',
  runProperties: 'a:rPr',
  text: 'a:t',
  head: ['a:pPr'],
  tail: ['a:endParaRPr'],
}

export const labelDialect: Dialect = { ...wordDialect, paragraph: 'w:lvlText', head: [] }

export const dialects = [wordDialect, deletedDialect, movedDialect, drawingDialect]
