/** Fonts that programs expect to be installed: drawn with those that have the same widths. */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Interpreter } from '../language/interpreter.ts'
import { type PsDict, PsOpaque, PsReal, psName } from '../language/objects.ts'
import { dingbatsEncoding, standardGlyphNames, symbolEncoding } from './encodings.ts'
import type { Outlines } from './outlines.ts'
import { installedOutlines } from './truetype-outlines.ts'

const fontsFolder = '/usr/share/fonts'
/** Key under which a font dictionary keeps its installed outlines, also in copies with another encoding. */
export const outlinesKey = '.installed'

const styles = ['Regular', 'Bold', 'Italic', 'BoldItalic'] as const

let listed: ReadonlyMap<string, string> | undefined

function fontFiles(): ReadonlyMap<string, string> {
  if (listed === undefined) {
    try {
      const names = readdirSync(fontsFolder, { recursive: true, encoding: 'utf8' })
      listed = new Map(names.map(name => [basename(name), join(fontsFolder, name)]))
    } catch {
      listed = new Map()
    }
  }
  return listed
}

const opened = new Map<string, Outlines | undefined>()

function openInstalled(fileName: string): Outlines | undefined {
  if (!opened.has(fileName)) {
    const path = fontFiles().get(fileName)
    opened.set(fileName, path === undefined ? undefined : installedOutlines(readFileSync(path)))
  }
  return opened.get(fileName)
}

interface Choice {
  readonly files: readonly string[]
  readonly encoding: readonly string[]
}

/** By words in the name. */
function chooseFont(name: string): Choice {
  if (/^Symbol/i.test(name))
    return { files: ['LiberationSerif-Regular.ttf', 'DejaVuSans.ttf'], encoding: symbolEncoding }
  if (/Dingbats/i.test(name))
    return { files: ['DejaVuSans.ttf', 'NotoSansSymbols2-Regular.ttf'], encoding: dingbatsEncoding }
  const isBold = /bold|demi|black|heavy/i.test(name)
  const isItalic = /italic|oblique|slanted|chancery/i.test(name)
  const style = styles[(isBold ? 1 : 0) + (isItalic ? 2 : 0)] ?? 'Regular'
  const isMono = /courier|mono|typewriter|consol|fixed/i.test(name)
  const isSerif =
    /times|roman|serif|schoolbook|bookman|palatino|garamond|georgia|chancery|minion|cambria|century|caslon|cmr/i.test(
      name,
    )
  const isSans = /sans/i.test(name)
  const family = isMono ? 'Mono' : isSerif && !isSans ? 'Serif' : 'Sans'
  return { files: [`Liberation${family}-${style}.ttf`, 'DejaVuSans.ttf'], encoding: standardGlyphNames }
}

export class InstalledOutlines extends PsOpaque {
  private readonly fonts: readonly Outlines[]
  constructor(fonts: readonly Outlines[]) {
    super('fonttype')
    this.fonts = fonts
  }

  /** Of the first font that has the glyph. */
  with(glyphName: string): Outlines | undefined {
    return this.fonts.find(font => font.glyph(glyphName))
  }
}

/** A font dictionary as programs expect it, for any name. */
export function standardFont(ps: Interpreter, name: string): PsDict {
  const { files, encoding } = chooseFont(name)
  const fonts = files.flatMap(file => openInstalled(file) ?? [])
  const font = ps.newDict(16)
  const charStrings = ps.newDict()
  for (const each of new Set(encoding)) charStrings.map.set(each, ps.newString(0))
  const thousandth = [0.001, 0, 0, 0.001, 0, 0].map(value => new PsReal(value))
  for (const [key, value] of [
    ['FontName', psName(name)],
    ['FontType', 1],
    ['PaintType', 0],
    ['FontMatrix', ps.newArray(thousandth)],
    ['FontBBox', ps.newArray([-200, -250, 1200, 950])],
    ['Encoding', ps.newArray(encoding.map(each => psName(each)))],
    ['CharStrings', charStrings],
    ['FontInfo', ps.newDict()],
    ['Private', ps.newDict()],
    [outlinesKey, new InstalledOutlines(fonts)],
  ] as const)
    ps.put(font, key, value)
  return font
}
