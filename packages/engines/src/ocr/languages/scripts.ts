/** Scripts as named by Tesseract, and the languages written in each. */

export interface Script {
  /** Packs tried on a sample until one is confident enough; otherwise the most confident wins. */
  readonly trialPacks: readonly string[]
  /** Undefined for Latin: every language not listed for another script. */
  readonly languages?: readonly string[]
}

const singleLanguage = (language: string): Script => ({ trialPacks: [language], languages: [language] })
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
const chinese: Script = { trialPacks: ['chi_sim', 'chi_tra', 'jpn'], languages: eastAsian }
const japanese: Script = { trialPacks: ['jpn', 'chi_sim', 'chi_tra'], languages: eastAsian }

export const scripts = {
  Latin: { trialPacks: ['eng'] },
  Cyrillic: { trialPacks: ['Cyrillic'], languages: cyrillic },
  Arabic: { trialPacks: ['Arabic'], languages: ['ara', 'fas', 'urd', 'uig', 'pus', 'snd'] },
  Devanagari: { trialPacks: ['Devanagari'], languages: ['hin', 'mar', 'nep', 'san'] },
  Bengali: { trialPacks: ['Bengali'], languages: ['ben', 'asm'] },
  Han: chinese,
  Japanese: japanese,
  Katakana: japanese,
  Hiragana: japanese,
  Korean: singleLanguage('kor'),
  Hangul: singleLanguage('kor'),
  Greek: { trialPacks: ['ell'], languages: ['ell', 'grc'] },
  Hebrew: { trialPacks: ['heb'], languages: ['heb', 'yid'] },
  Ethiopic: { trialPacks: ['amh'], languages: ['amh', 'tir'] },
  Georgian: singleLanguage('kat'),
  Armenian: singleLanguage('hye'),
  Thai: singleLanguage('tha'),
  Lao: singleLanguage('lao'),
  Khmer: singleLanguage('khm'),
  Myanmar: singleLanguage('mya'),
  Tibetan: singleLanguage('bod'),
  Tamil: singleLanguage('tam'),
  Telugu: singleLanguage('tel'),
  Kannada: singleLanguage('kan'),
  Malayalam: singleLanguage('mal'),
  Gujarati: singleLanguage('guj'),
  Gurmukhi: singleLanguage('pan'),
  Oriya: singleLanguage('ori'),
  Sinhala: singleLanguage('sin'),
  Cherokee: singleLanguage('chr'),
  Canadian_Aboriginal: singleLanguage('iku'),
  Syriac: singleLanguage('syr'),
  Thaana: singleLanguage('div'),
  Fraktur: singleLanguage('frk'),
} as const satisfies Readonly<Record<string, Script>>

export function scriptNamed(name: string): Script | undefined {
  return (scripts as Readonly<Record<string, Script>>)[name]
}

/** Tried in this order if the script is unknown. Korean comes late: Tesseract is least reliable for it. */
export const fallbackScripts = [
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
