/** Scripts as Tesseract tells them apart, and the languages that are written in each. */

export interface Script {
  /** Packs that are tried on a part of the page, until one is sure; otherwise the surest wins. */
  readonly firstLooks: readonly string[]
  /** Undefined for Latin: every language that stands nowhere else. */
  readonly languages?: readonly string[]
}

const only = (language: string): Script => ({ firstLooks: [language], languages: [language] })
const cyrillic = [
  'rus',
  'ukr',
  'bul',
  'srp',
  'mkd',
  'bel',
  'kaz',
  'kir',
  'tgk',
  'mon',
  'tat',
  'uzb_cyrl',
  'aze_cyrl',
]
const eastAsian = ['chi_sim', 'chi_tra', 'jpn']
const chinese: Script = { firstLooks: ['chi_sim', 'chi_tra', 'jpn'], languages: eastAsian }
const japanese: Script = { firstLooks: ['jpn', 'chi_sim', 'chi_tra'], languages: eastAsian }

export const scripts = {
  Latin: { firstLooks: ['eng'] },
  Cyrillic: { firstLooks: ['Cyrillic'], languages: cyrillic },
  Arabic: { firstLooks: ['Arabic'], languages: ['ara', 'fas', 'urd', 'uig', 'pus', 'snd'] },
  Devanagari: { firstLooks: ['Devanagari'], languages: ['hin', 'mar', 'nep', 'san'] },
  Bengali: { firstLooks: ['Bengali'], languages: ['ben', 'asm'] },
  Han: chinese,
  Japanese: japanese,
  Katakana: japanese,
  Hiragana: japanese,
  Korean: only('kor'),
  Hangul: only('kor'),
  Greek: { firstLooks: ['ell'], languages: ['ell', 'grc'] },
  Hebrew: { firstLooks: ['heb'], languages: ['heb', 'yid'] },
  Ethiopic: { firstLooks: ['amh'], languages: ['amh', 'tir'] },
  Georgian: only('kat'),
  Armenian: only('hye'),
  Thai: only('tha'),
  Lao: only('lao'),
  Khmer: only('khm'),
  Myanmar: only('mya'),
  Tibetan: only('bod'),
  Tamil: only('tam'),
  Telugu: only('tel'),
  Kannada: only('kan'),
  Malayalam: only('mal'),
  Gujarati: only('guj'),
  Gurmukhi: only('pan'),
  Oriya: only('ori'),
  Sinhala: only('sin'),
  Cherokee: only('chr'),
  Canadian_Aboriginal: only('iku'),
  Syriac: only('syr'),
  Thaana: only('div'),
  Fraktur: only('frk'),
} as const satisfies Readonly<Record<string, Script>>

export function scriptNamed(name: string): Script | undefined {
  return (scripts as Readonly<Record<string, Script>>)[name]
}

/** Tried one after another where nothing else tells the script. Korean is what Tesseract itself is least sure of. */
export const usualScripts = [
  'Han',
  'Cyrillic',
  'Korean',
  'Arabic',
  'Devanagari',
  'Thai',
  'Greek',
  'Hebrew',
] as const

const notLatin: ReadonlySet<string> = new Set(
  Object.values<Script>(scripts).flatMap(({ languages = [] }) => [...languages]),
)

export function isOfScript(language: string, script: Script): boolean {
  return script.languages ? script.languages.includes(language) : !notLatin.has(language)
}
