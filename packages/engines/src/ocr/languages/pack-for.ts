/** Maps ISO 639-3 codes of the language identification to Tesseract language packs. */

/** Differing codes, and languages without a pack that map to a closely related one. */
const packAliases: Readonly<Record<string, string>> = {
  zho: 'chi_sim',
  wuu: 'chi_sim',
  yue: 'chi_tra',
  nob: 'nor',
  nno: 'nor',
  hbs: 'hrv',
  tgl: 'fil',
  ory: 'ori',
  arz: 'ara',
  azb: 'fas',
  mzn: 'fas',
  lrc: 'fas',
  pnb: 'urd',
  bih: 'hin',
  mai: 'hin',
  dty: 'nep',
  gom: 'mar',
  bpy: 'ben',
  kur: 'kmr',
  gsw: 'deu',
  bar: 'deu',
  nds: 'deu',
  pfl: 'deu',
  vls: 'nld',
  lim: 'nld',
  sco: 'eng',
  arg: 'spa',
  ast: 'spa',
  cbk: 'spa',
  mwl: 'por',
  wln: 'fra',
  vec: 'ita',
  nap: 'ita',
  scn: 'ita',
  lmo: 'ita',
  pms: 'ita',
  eml: 'ita',
  bak: 'tat',
  rue: 'ukr',
}

function packOf(language: string): string {
  return packAliases[language] ?? language
}

/** Languages written in two scripts have a pack for each. */
const cyrillicPacks: Readonly<Record<string, string>> = { uzb: 'uzb_cyrl', aze: 'aze_cyrl' }
const latinPacks: Readonly<Record<string, string>> = { srp: 'srp_latn' }
const cyrillicLetter = /\p{Script=Cyrillic}/u

export function packFor(language: string, text: string): string {
  const pack = packOf(language)
  return (cyrillicLetter.test(text) ? cyrillicPacks[pack] : latinPacks[pack]) ?? pack
}
