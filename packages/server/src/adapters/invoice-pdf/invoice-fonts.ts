/** Fonts of one invoice: the bundled ones, and a system font for characters they lack. */

import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { bundledFonts, type FontStyle, readBundledFonts } from './bundled-fonts.ts'
import { splitRuns, type TextRun } from './split-runs.ts'

export interface InvoiceFonts {
  /** Finds a font for characters that the bundled fonts lack; false if some cannot be shown. */
  prepare(text: string): Promise<boolean>
  runsOf(text: string, style: FontStyle): TextRun[]
}

/** Internals of pdfkit: it has no public API to query glyph coverage. */
interface OpenedFont {
  readonly font: { hasGlyphForCodePoint(codePoint: number): boolean }
}

export async function openInvoiceFonts(document: PDFKit.PDFDocument): Promise<InvoiceFonts> {
  const sources = new Map<string, { bytes: Buffer; postscriptName: string | undefined }>()
  const opened = new Map<string, OpenedFont['font']>()
  const systemFonts: string[] = []
  for (const [name, bytes] of await readBundledFonts())
    sources.set(name, { bytes, postscriptName: undefined })

  /** Opened on demand: most invoices need two or three. */
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
    return [...bundledFonts[style], ...systemFonts].find(name => open(name).hasGlyphForCodePoint(codePoint))
  }

  async function openSystemFont(characters: string): Promise<void> {
    const found = await findSystemFont(characters)
    if (!found || systemFonts.includes(found.path)) return
    try {
      const bytes = await readFile(found.path)
      sources.set(found.path, { bytes, postscriptName: found.postscriptName })
      open(found.path)
      systemFonts.push(found.path)
    } catch {
      // A font that cannot be read counts as not installed.
    }
  }

  return {
    async prepare(text) {
      const missing = () => [...text].filter(character => fontOf(character, 'text') === undefined).join('')
      if (missing() !== '') await openSystemFont(missing())
      return missing() === ''
    },
    runsOf: (text, style) => splitRuns(text, character => fontOf(character, style)),
  }
}

const run = promisify(execFile)
const timeoutMs = 5_000
const format = '%{fontformat}\n%{file}\n%{postscriptname}'
/** Formats that can be embedded in a PDF. */
const usableFormats = new Set(['TrueType', 'CFF'])

interface SystemFont {
  readonly path: string
  /** Selects one font in a collection file. */
  readonly postscriptName: string | undefined
}

/** The best match; the caller checks whether it covers every character. */
async function findSystemFont(characters: string): Promise<SystemFont | undefined> {
  const codes = [...new Set(characters)].map(character => character.codePointAt(0)?.toString(16))
  const pattern = `Noto Sans:weight=80:slant=0:charset=${codes.join(' ')}`
  try {
    const { stdout } = await run('fc-match', ['-f', format, pattern], { timeout: timeoutMs })
    const [kind = '', path = '', postscriptName = ''] = stdout.split('\n')
    if (!usableFormats.has(kind) || path === '') return undefined
    return { path, postscriptName: /\.(?:ttc|otc)$/i.test(path) ? postscriptName : undefined }
  } catch {
    // No fontconfig on this machine.
    return undefined
  }
}
