/** Chooses fonts for the text of an SVG: resvg neither substitutes families as fontconfig does, nor keeps fonts between drawings. */
import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'

export interface SvgFonts {
  readonly loadSystemFonts: boolean
  readonly fontFiles?: string[]
  readonly defaultFontFamily: string
  readonly serifFamily: string
  readonly sansSerifFamily: string
  readonly monospaceFamily: string
  readonly cursiveFamily: string
  readonly fantasyFamily: string
}

const [serif, sans, mono] = ['Liberation Serif', 'Liberation Sans', 'Liberation Mono'] as const

/** What browsers use by default, or what has the same widths. */
const families = {
  defaultFontFamily: serif,
  serifFamily: serif,
  sansSerifFamily: sans,
  monospaceFamily: mono,
  cursiveFamily: serif,
  fantasyFamily: serif,
}

/** Installed replacements of families that many drawings name. */
const replacements: Readonly<Record<string, string>> = {
  times: serif,
  'times new roman': serif,
  georgia: serif,
  cambria: serif,
  garamond: serif,
  palatino: serif,
  courier: mono,
  'courier new': mono,
  consolas: mono,
  menlo: mono,
  monaco: mono,
}
const genericFamilies: ReadonlySet<string> = new Set([
  'serif',
  'sans-serif',
  'monospace',
  'cursive',
  'fantasy',
  'inherit',
])

/** For characters of Latin, Greek and Cyrillic, and common symbols; in the order of preference. */
const coreFamilies: ReadonlySet<string> = new Set([
  'liberationsans',
  'liberationserif',
  'liberationmono',
  'notosans',
  'notoserif',
  'notosansmono',
  'dejavusans',
  'dejavuserif',
  'dejavusansmono',
  'notosanssymbols',
  'notosanssymbols2',
])

/** Characters of other scripts, or references that may stand for them. */
const otherScripts = /[\u0530-\u1dff\u2c00-\uffff]|&#(?:x[0-9a-f]{3,}|[0-9]{4,});/i

const fontsFolder = '/usr/share/fonts'
let listed: readonly string[] | undefined

/** Loading all installed fonts takes 40 to 100 ms, so only those that can be needed. */
export function installedFonts(svg: string): SvgFonts {
  if (!/<(?:\w+:)?text[\s>]/.test(svg)) return { loadSystemFonts: false, ...families }
  const wanted = namedFamilies(svg).map(normalize)
  const files = fontFiles()
  const byFamily = (family: string) => files.filter(file => familyOf(file) === family)
  const isInstalled = (family: string) => byFamily(family).length > 0
  const isUnknown = (family: string) =>
    !isInstalled(family) &&
    !genericFamilies.has(family) &&
    files.some(file => familyOf(file).includes(family))
  // A file may hold a family of another name, as collections do.
  if (otherScripts.test(svg) || wanted.some(isUnknown)) return { loadSystemFonts: true, ...families }
  const needed = new Set([...coreFamilies, ...wanted])
  const chosen = [...needed].flatMap(byFamily)
  return { loadSystemFonts: false, fontFiles: chosen, ...families }
}

function fontFiles(): readonly string[] {
  if (listed === undefined) {
    try {
      listed = readdirSync(fontsFolder, { recursive: true, encoding: 'utf8' })
        .filter(name => /\.(?:ttf|otf|ttc)$/i.test(name))
        .map(name => join(fontsFolder, name))
    } catch {
      listed = []
    }
  }
  return listed
}

/** `NotoSans-Bold.ttf` has the family Noto Sans. */
function familyOf(file: string): string {
  return normalize(basename(file).replace(/[-.][\s\S]*$/, ''))
}

function normalize(family: string): string {
  return family.toLowerCase().replace(/[\s_-]/g, '')
}

/** Tags, and style sheets as a whole: text between tags is left alone. */
const markup = /<style\b[^<]*(?:<(?!\/style\s*>)[^<]*)*(?:<\/style\s*>)?|<[a-z][^<>]*>/gi
const familyName = String.raw`\s*(?:"[^"]*"|'[^']*'|&quot;.*?&quot;|[^,;{}"'<>]+)\s*`
const familyList = new RegExp(
  String.raw`(font-family\s*(?:=\s*["']|:))(${familyName}(?:,${familyName})*)`,
  'gi',
)

/** Adds the installed replacement of each family, and at the end a family that exists, as fontconfig does. */
export function withFallbackFamilies(svg: string): string {
  if (!svg.includes('font-family')) return svg
  return svg.replace(markup, tag =>
    tag.replace(familyList, (_all, start: string, list: string) => {
      const names = list.split(',')
      const replaced = names.flatMap(name => {
        const replacement = replacements[bare(name).toLowerCase()]
        return replacement ? [name, replacement] : [name]
      })
      const hasGeneric = names.some(name => genericFamilies.has(bare(name).toLowerCase()))
      return start + (hasGeneric ? replaced : [...replaced, 'sans-serif']).join(', ')
    }),
  )
}

function namedFamilies(svg: string): string[] {
  const lists = svg.match(markup)?.flatMap(tag => [...tag.matchAll(familyList)].map(found => found[2] ?? ''))
  return (lists ?? []).flatMap(list => list.split(',').map(bare))
}

function bare(name: string): string {
  return name.replace(/&quot;|["']/g, '').trim()
}
