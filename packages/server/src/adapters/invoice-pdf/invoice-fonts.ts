/** The fonts of one invoice: the site's own, and for letters they do not have whatever this machine offers. */
import { readFile } from 'node:fs/promises'
import { bundledFonts, type FontStyle, readBundledFonts } from './bundled-fonts.ts'
import { findSystemFont } from './find-system-font.ts'
import { splitRuns, type TextRun } from './split-runs.ts'

export interface InvoiceFonts {
  /** Looks for a font for whatever the site's own do not have; false when some of it cannot be shown. */
  prepare(text: string): Promise<boolean>
  runsOf(text: string, style: FontStyle): TextRun[]
}

/** What pdfkit holds of an opened font: there is no public way to ask which characters it has. */
interface OpenedFont {
  readonly font: { hasGlyphForCodePoint(codePoint: number): boolean }
}

export async function openInvoiceFonts(document: PDFKit.PDFDocument): Promise<InvoiceFonts> {
  const sources = new Map<string, { bytes: Buffer; postscriptName: string | undefined }>()
  const opened = new Map<string, OpenedFont['font']>()
  const further: string[] = []
  for (const [name, bytes] of await readBundledFonts())
    sources.set(name, { bytes, postscriptName: undefined })

  /** Opened when it is asked for: most invoices need two or three. */
  function open(name: string): OpenedFont['font'] {
    const found = opened.get(name)
    if (found) return found
    const source = sources.get(name)
    document.registerFont(name, source?.bytes, source?.postscriptName).font(name)
    const { font } = (document as unknown as { _font: OpenedFont })._font
    opened.set(name, font)
    return font
  }

  function fontOf(character: string, style: FontStyle): string | undefined {
    const codePoint = character.codePointAt(0) ?? 0
    return [...bundledFonts[style], ...further].find(name => open(name).hasGlyphForCodePoint(codePoint))
  }

  async function openFurther(characters: string): Promise<void> {
    const found = await findSystemFont(characters)
    if (!found || further.includes(found.path)) return
    try {
      const bytes = await readFile(found.path)
      sources.set(found.path, { bytes, postscriptName: found.postscriptName })
      open(found.path)
      further.push(found.path)
    } catch {
      // A font that cannot be read is one that is not there.
    }
  }

  return {
    async prepare(text) {
      const missing = () => [...text].filter(character => fontOf(character, 'text') === undefined).join('')
      if (missing() !== '') await openFurther(missing())
      return missing() === ''
    },
    runsOf: (text, style) => splitRuns(text, character => fontOf(character, style)),
  }
}
