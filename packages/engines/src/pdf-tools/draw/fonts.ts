/** Fonts for text in any script: the first of the installed ones that has the characters. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Font } from '@cantoo/fontkit'
import type { PDFDocument, PDFFont } from '@cantoo/pdf-lib'
import { hasRightToLeft } from '../../page-layout/bidi.ts'

interface FontFile {
  readonly path: string
  /** Of a collection, the face. */
  readonly face?: string
}

export interface TextFont {
  readonly font: Font
  /** Embedded with the glyphs that are drawn. */
  readonly embedded: PDFFont
}

export interface TextRun {
  readonly text: string
  readonly font: TextFont
  readonly isRightToLeft: boolean
}

/** Faces of Liberation, which have the widths of Helvetica, Times and Courier. */
export interface FontFace {
  readonly family: 'Sans' | 'Serif' | 'Mono'
  readonly style: 'Regular' | 'Bold' | 'Italic' | 'BoldItalic'
}

const sansFace: FontFace = { family: 'Sans', style: 'Regular' }
const liberationFolder = '/usr/share/fonts/truetype/liberation2'
const notoFolder = '/usr/share/fonts/truetype/noto'
const otherFirstFonts: readonly FontFile[] = [
  { path: join(notoFolder, 'NotoSans-Regular.ttf') },
  { path: join(notoFolder, 'NotoSansArabic-Regular.ttf') },
  { path: join(notoFolder, 'NotoSansHebrew-Regular.ttf') },
  { path: join(notoFolder, 'NotoSansDevanagari-Regular.ttf') },
  { path: join(notoFolder, 'NotoSansThai-Regular.ttf') },
]
const cjkFont = '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc'
/** Variants of one script by its letters; Han characters alone are taken for simplified Chinese. */
const cjkFaces = [
  { pattern: /[\u3040-\u30ff]/u, face: 'NotoSansCJKjp-Regular' },
  { pattern: /\p{Script=Hangul}/u, face: 'NotoSansCJKkr-Regular' },
  { pattern: /./su, face: 'NotoSansCJKsc-Regular' },
]
/** Marks of direction, joiners and the selector of emoji variants. */
const isInvisible = /[\u200b-\u200f]|\ufe0f/
const cjkCharacters = /[\p{Script=Han}\p{Script=Hangul}\u3000-\u30ff\uff00-\uffef]/u

/** Opens fonts only when a text needs them. */
export class TextFonts {
  private readonly opened = new Map<string, Promise<TextFont | undefined>>()
  private otherFiles: readonly FontFile[] | undefined
  private readonly document: PDFDocument

  constructor(document: PDFDocument) {
    this.document = document
  }

  /** The line in runs of one font and direction, from left to right; `missing` is a character that no font has. */
  async runsOf(line: string, face = sansFace): Promise<readonly TextRun[] | { readonly missing: string }> {
    const runs: TextRun[] = []
    for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(line)) {
      const last = runs.at(-1)
      const isRightToLeft = hasRightToLeft(segment)
      const isNeutral = last !== undefined && /^[\s\p{P}]+$/u.test(segment)
      const continues =
        last !== undefined &&
        (isNeutral || last.isRightToLeft === isRightToLeft) &&
        covers(last.font.font, segment)
      if (continues) {
        runs[runs.length - 1] = { ...last, text: last.text + segment }
        continue
      }
      const font = await this.fontFor(segment, line, face)
      if (font === undefined) return { missing: segment }
      runs.push({ text: segment, font, isRightToLeft })
    }
    return inVisualOrder(runs)
  }

  private async fontFor(
    segment: string,
    line: string,
    { family, style }: FontFace,
  ): Promise<TextFont | undefined> {
    const firstFonts = [
      { path: join(liberationFolder, `Liberation${family}-${style}.ttf`) },
      ...otherFirstFonts,
    ]
    const face = cjkFaces.find(({ pattern }) => pattern.test(line))?.face ?? ''
    const isCjk = cjkCharacters.test(segment)
    const files = isCjk ? [{ path: cjkFont, face }, ...firstFonts] : [...firstFonts, { path: cjkFont, face }]
    for (const file of files) {
      const found = await this.open(file)
      if (found !== undefined && covers(found.font, segment)) return found
    }
    for (const file of await this.others()) {
      const found = await this.open(file)
      if (found !== undefined && covers(found.font, segment)) return found
    }
    return undefined
  }

  private async others(): Promise<readonly FontFile[]> {
    this.otherFiles ??= (await readdir(notoFolder).catch(() => []))
      .filter(name => /^NotoS(ans|erif)\w*-Regular\.ttf$/.test(name))
      .sort()
      .map(name => ({ path: join(notoFolder, name) }))
    return this.otherFiles
  }

  private open({ path, face }: FontFile): Promise<TextFont | undefined> {
    const key = `${path} ${face}`
    const known = this.opened.get(key)
    if (known !== undefined) return known
    const opening = openFont(this.document, path, face)
    this.opened.set(key, opening)
    return opening
  }
}

/** In the direction of the first run; spaces between two directions belong to it. */
function inVisualOrder(runs: readonly TextRun[]): TextRun[] {
  const isLineRightToLeft = runs[0]?.isRightToLeft ?? false
  const spaced = runs.map(run => ({ ...run }))
  for (const [index, run] of spaced.entries()) {
    const next = spaced[index + 1]
    const text = run.text.trimEnd()
    if (next === undefined || run.isRightToLeft === isLineRightToLeft || text === '') continue
    next.text = run.text.slice(text.length) + next.text
    run.text = text
  }
  return isLineRightToLeft ? spaced.reverse() : spaced
}

async function openFont(document: PDFDocument, path: string, face: string | undefined) {
  const { create } = await import('@cantoo/fontkit')
  const bytes = await readFile(path).catch(() => undefined)
  if (bytes === undefined) return undefined
  const font = face === undefined ? create(bytes) : create(bytes, face)
  if (font === null || !('layout' in font)) return undefined
  // Embedded with the face that was opened: pdf-lib opens the bytes itself.
  document.registerFontkit({ create: () => font })
  return { font, embedded: await document.embedFont(bytes, { subset: true }) }
}

function covers(font: Font, segment: string): boolean {
  return [...segment].every(
    character => isInvisible.test(character) || font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0),
  )
}
