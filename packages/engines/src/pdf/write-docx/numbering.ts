/** Creates Word numbering definitions: one per list, with the levels as printed. */
import { AlignmentType, type ILevelsOptions, LevelFormat } from 'docx'
import { readMarkers } from '../../page-layout/markers.ts'
import type { Block, LaidOutDocument, Paragraph, ParagraphRole } from '../../page-layout/model.ts'
import { twips } from './units.ts'

type Item = Extract<ParagraphRole, { kind: 'item' }>

export interface Numbering {
  readonly config: readonly { readonly reference: string; readonly levels: readonly ILevelsOptions[] }[]
  referenceOf(role: Item): string
}

const formats: Readonly<Record<string, (typeof LevelFormat)[keyof typeof LevelFormat]>> = {
  '1': LevelFormat.DECIMAL,
  a: LevelFormat.LOWER_LETTER,
  A: LevelFormat.UPPER_LETTER,
  i: LevelFormat.LOWER_ROMAN,
  I: LevelFormat.UPPER_ROMAN,
}

export function createNumbering(document: LaidOutDocument): Numbering {
  const references = new Map<string, Map<number, ILevelsOptions>>()
  for (const paragraph of itemsOf(document)) {
    const role = paragraph.role as Item
    const reference = referenceOf(role)
    const levels = references.get(reference) ?? new Map<number, ILevelsOptions>()
    references.set(reference, levels)
    if (!levels.has(role.level)) levels.set(role.level, levelOf(paragraph, role))
  }
  return {
    config: [...references].map(([reference, levels]) => ({ reference, levels: [...levels.values()] })),
    referenceOf,
  }
}

/** Bullets and numbers of one list may share a level, but Word allows one format per level. */
function referenceOf(role: Item): string {
  return `list-${role.list}-${role.isNumbered ? 'numbers' : 'bullets'}`
}

function levelOf(paragraph: Paragraph, role: Item): ILevelsOptions {
  const [marker] = readMarkers(`${role.marker} x`)
  const hanging = Math.max(14, -paragraph.firstIndent)
  const left = paragraph.firstIndent < 0 ? paragraph.indent : paragraph.indent + hanging
  const style = { paragraph: { indent: { left: twips(left), hanging: twips(hanging) } } }
  const alignment = AlignmentType.START
  if (!role.isNumbered || !marker)
    return { level: role.level, format: LevelFormat.BULLET, text: role.marker, alignment, style }
  const sign = `%${role.level + 1}`
  const text = role.marker.replace(/[\p{L}\d]+/u, sign)
  return {
    level: role.level,
    format: formats[marker.style[0] ?? '1'] ?? LevelFormat.DECIMAL,
    text,
    start: marker.value,
    alignment,
    style,
  }
}

function itemsOf(document: LaidOutDocument): Paragraph[] {
  const inside = (block: Block): Paragraph[] => {
    if (block.kind === 'paragraph') return block.role.kind === 'item' ? [block] : []
    return block.kind === 'table' ? block.rows.flat().flatMap(cell => cell.blocks.flatMap(inside)) : []
  }
  return document.pages.flatMap(page =>
    page.bands.flatMap(band => band.columns.flatMap(column => column.blocks.flatMap(inside))),
  )
}
