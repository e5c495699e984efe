/** Abbreviations after which a period does not end a sentence, by language. */
import type { LanguageId } from '@filesmith/contract/languages'

interface SentenceRules {
  /** Followed by a name or noun: never the end of a sentence. */
  readonly titles: string
  /** Not the end of a sentence before a number. */
  readonly beforeNumbers: string
}

const none: SentenceRules = { titles: '', beforeNumbers: '' }

const rules: Readonly<Record<LanguageId, SentenceRules>> = {
  en: {
    titles:
      'mr mrs ms mx dr prof st sen rep gov gen col maj capt cmdr lt sgt rev hon pres supt e.g i.e cf vs viz approx dept est al incl messrs mt ft',
    beforeNumbers:
      'no nos p pp fig figs vol vols ch sec eq art para ver v ca c jan feb mar apr jun jul aug sep sept oct nov dec',
  },
  es: {
    titles: 'sr sra srta sres dr dra d dña prof ing lic arq gral ud uds vd vds st sto sta p.ej ej cía avda',
    beforeNumbers: 'núm nº n.º pág págs p pp fig art vol cap aprox tel apdo',
  },
  fr: {
    titles: 'm mm mme mmes mlle dr pr me mgr st ste cf p.ex ex env av bd c.-à-d',
    beforeNumbers: 'n no nº p pp fig art vol chap éd tél al',
  },
  de: {
    titles:
      'hr fr dr prof dipl ing st z.b z d.h d u.a u bzw ca vgl ggf evtl inkl exkl zzgl abzgl sog geb gest mind max min allg bspw insb i.d.r i v.a o.g s.o s.u str',
    beforeNumbers: 'nr s abb art abs bd kap tel ziff jan feb mär apr jun jul aug sep sept okt nov dez',
  },
  it: {
    titles:
      'sig sigg sig.ra dott dott.ssa prof prof.ssa ing avv arch on egr gent spett ecc.mo es p.es cfr s v',
    beforeNumbers: 'n nr pag pagg p pp fig art vol cap tel',
  },
  pt: {
    titles: 'sr sra srs srta dr dra prof profa eng exmo exma v.ex p.ex ex d av r',
    beforeNumbers: 'n nº núm pág págs p pp fig art vol cap tel',
  },
  ru: {
    titles: 'г гр им ул пр просп пер пл обл р-н д т т.е т.к т.н тов проф акад др см ср св напр',
    beforeNumbers: 'стр с рис табл гл п пп ст № тел кв',
  },
  zh: none,
  ja: none,
  ko: none,
  ar: { titles: 'د أ م ص ج', beforeNumbers: '' },
  hi: { titles: 'डॉ श्री प्रो सं कु', beforeNumbers: 'सं पृ' },
}

const sets = new Map(
  Object.entries(rules).map(([language, { titles, beforeNumbers }]) => [
    language,
    { titles: new Set(titles.split(' ')), beforeNumbers: new Set(beforeNumbers.split(' ')) },
  ]),
)

const lastWord = /(?:^|[\s([«“"'„])(?<word>[\p{L}\p{M}\d№º°.-]+)\.$/u
const initial = /(?:^|[\s([«“"'„.])\p{Lu}\p{M}*\.$/u
const ordinal =
  /(?:^|\s)(?:am|im|der|den|dem|des|die|das|vom|zum|zur|bis|ab|seit|jeder|jedem|jeden|und|beim)\s\d{1,2}\.$/iu
const afterOrdinal =
  /^(?:Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember|Jahrhundert|Jahrestag|Geburtstag|Mal|Platz|Klasse|Etage|Stock)/u

/** Whether the sentence continues; `left` without trailing spaces. */
export function continuesSentence(left: string, right: string, language: LanguageId): boolean {
  // After a question within a sentence, or a company name with an exclamation mark.
  if (/^["'“”„«»([]?\p{Ll}/u.test(right)) return true
  if (!left.endsWith('.')) return false
  const word = lastWord.exec(left)?.groups?.word?.toLowerCase()
  const known = sets.get(language)
  if (initial.test(left) && !(language === 'en' && /(?:^|\s)I\.$/.test(left))) return true
  // "г." is "year" after a number and "city" before a name.
  if (language === 'ru' && /\d\s?г\.$/.test(left)) return false
  if (word !== undefined && known?.titles.has(word)) return true
  if (word !== undefined && known?.beforeNumbers.has(word)) return /^[\dIVXLC]/.test(right)
  return language === 'de' && /\d\.$/.test(left) && (ordinal.test(left) || afterOrdinal.test(right))
}
