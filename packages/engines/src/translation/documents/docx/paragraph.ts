/** A parsed paragraph that can be written again with other text. */
import type { FlowItem } from '../flow.ts'
import type { XmlElement } from './xml/parse-xml.ts'

/** An element that is carried over; within a run, together with the properties of the run. */
export interface Carried {
  readonly element: XmlElement
  readonly runProperties?: string
}

/** An element around text: a link, an insertion, a field. */
export interface Bracket {
  readonly open: string | readonly Carried[]
  readonly close: string | readonly Carried[]
}

export interface DocxParagraph {
  readonly element: XmlElement
  readonly dialect: Dialect
  /** Always before and after the text. */
  readonly head: readonly XmlElement[]
  readonly tail: readonly XmlElement[]
  readonly items: readonly FlowItem[]
  readonly marks: readonly (readonly Carried[])[]
  readonly brackets: readonly Bracket[]
  /** Source text of run properties. */
  readonly styles: readonly string[]
}

/** Element names in WordprocessingML, deleted and moved text, and DrawingML. */
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
