/** Static HTML of a page for clients without JavaScript; the app replaces it on load. */
import { outputsFrom } from '@filesmith/contract/conversions'
import { type FormatId, fileKinds, formatIds, formats } from '@filesmith/contract/formats'
import { helpArticle } from '@filesmith/contract/help/articles'
import { helpPagesOf, helpPath, isHelpPageId, tutorialsPage } from '@filesmith/contract/help/help-pages'
import type { Instance } from '@filesmith/contract/instance'
import { aboutMessages } from '@filesmith/contract/messages/about'
import { developerRules } from '@filesmith/contract/messages/developers'
import { formatsMessages } from '@filesmith/contract/messages/formats'
import { homeMessages } from '@filesmith/contract/messages/home'
import { hubMessages } from '@filesmith/contract/messages/hub'
import { kindNames } from '@filesmith/contract/messages/kinds'
import { notFoundMessages } from '@filesmith/contract/messages/not-found'
import { pairMessages } from '@filesmith/contract/messages/pair'
import { offerMessages, plansMessages } from '@filesmith/contract/messages/plans'
import { pricingMessages } from '@filesmith/contract/messages/pricing'
import { privacyMessages } from '@filesmith/contract/messages/privacy'
import { termsMessages } from '@filesmith/contract/messages/terms'
import { hubToolAt, pageName } from '@filesmith/contract/page-at'
import { questionsAt } from '@filesmith/contract/page-questions'
import {
  type FormatPair,
  pairAt,
  pairName,
  pairPath,
  pairsFrom,
  relatedPairs,
} from '@filesmith/contract/pair-pages'
import { pairSections } from '@filesmith/contract/pair-sections'
import { formatPrice } from '@filesmith/contract/plan-offers'
import { productName } from '@filesmith/contract/product-name'
import { footerLinks, formatsLink, headerLinks, linksOf, paths } from '@filesmith/contract/routes'
import type { PlanOffer } from '@filesmith/contract/schemas/billing'
import { sentencesOf, type TextSection } from '@filesmith/contract/text-section'
import { hubToolPath, hubTools } from '@filesmith/contract/tools/hub'
import { homeTools } from '@filesmith/contract/tools/registry'
import { escapeHtml } from '../../domain/escape-html.ts'
import type { SitePage } from './site-page.ts'
import type { SiteFacts } from './write-head.ts'

export function writePageText(page: SitePage, { instance, offers }: SiteFacts): string {
  const lead = page.status === 404 ? notFoundMessages.text : page.description
  return [
    '<div class="page-words">',
    `<header>${writeLink(productName, paths.home)}<nav>${writeLinks(linksOf(instance, headerLinks))}</nav></header>`,
    `<main><h1>${escapeHtml(headingOf(instance, page))}</h1><p>${escapeHtml(lead)}</p>`,
    ...(page.canonical === undefined ? [] : writeSections(instance, page.canonical, offers)),
    '</main>',
    `<footer>${writeLink(formatsLink.label, formatsLink.to)}<nav>${writeLinks(linksOf(instance, footerLinks))}</nav></footer>`,
    '</div>',
  ].join('')
}

const headings: Readonly<Record<string, string>> = {
  [paths.tools]: hubMessages.heading,
  [paths.formats]: formatsMessages.heading,
  [paths.plans]: plansMessages.heading,
  [paths.pricing]: pricingMessages.heading,
}

function headingOf(instance: Instance, page: SitePage): string {
  const { canonical = '', status } = page
  if (status === 404) return notFoundMessages.heading
  if (canonical === paths.home) return homeMessages(instance).hero
  const pair = pairAt(canonical)
  if (pair) return pairMessages.heading(formats[pair.from].label, formats[pair.to].label)
  return headings[canonical] ?? hubToolAt(canonical)?.label ?? pageName(page)
}

function writeSections(instance: Instance, path: string, offers: readonly PlanOffer[]): string[] {
  const pair = pairAt(path)
  if (pair) return writePair(instance, pair)
  const isHub = path === paths.tools || hubToolAt(path) !== undefined
  return [
    ...(path === paths.home ? Object.values(homeTools).map(writeConverter) : []),
    ...(isHub || path === paths.home ? [writeTools(instance)] : []),
    ...(path === paths.formats ? writeFormatList() : []),
    ...(path === paths.plans || path === paths.pricing ? offers.map(writeOffer) : []),
    ...textAt(instance, path).map(writeSection),
    ...(path === paths.help || path === tutorialsPage.canonical ? [writeArticles(instance)] : []),
    ...questionsAt(instance, path, offers).map(
      ({ question, answer }) => `<h2>${escapeHtml(question)}</h2><p>${escapeHtml(answer)}</p>`,
    ),
  ]
}

function writeConverter({ heading, namedInputs, outputs }: (typeof homeTools)[keyof typeof homeTools]) {
  return `<h2>${escapeHtml(heading)}</h2><p>${writeFormats(namedInputs)} → ${writeFormats(outputs)}</p>`
}

function writeFormats(ids: readonly FormatId[]): string {
  return escapeHtml(ids.map(id => formats[id].label).join(', '))
}

function writeTools(instance: Instance): string {
  const tools = hubTools.map(
    ({ id, label, summary }) => `<li>${writeLink(label, hubToolPath(id))}: ${escapeHtml(summary)}</li>`,
  )
  return `<h2>${escapeHtml(homeMessages(instance).moreTools)}</h2><ul>${tools.join('')}</ul>`
}

/** Every format with what it becomes, by kind. */
function writeFormatList(): string[] {
  return fileKinds.flatMap(kind => {
    const rows = formatIds
      .filter(id => formats[id].kind === kind && outputsFrom(id).length > 0)
      .map(
        id =>
          `<li>${writeFormats([id])} → ${writeFormats(outputsFrom(id))} ${writePairLinks(pairsFrom(id))}</li>`,
      )
    return rows.length === 0 ? [] : [`<h2>${escapeHtml(kindNames[kind])}</h2><ul>${rows.join('')}</ul>`]
  })
}

function writePair(instance: Instance, pair: FormatPair): string[] {
  const { reverse, others, sources } = relatedPairs(pair)
  const links = writePairLinks([...(reverse ? [reverse] : []), ...others, ...sources])
  return [
    ...pairSections(instance, pair).map(writeSection),
    `<h2>${escapeHtml(pairMessages.related)}</h2><p>${links} ${writeLink(pairMessages.allFormats, paths.formats)}</p>`,
  ]
}

function writePairLinks(pairs: readonly FormatPair[]): string {
  return pairs.map(pair => writeLink(pairName(pair), pairPath(pair))).join(' ')
}

function writeArticles(instance: Instance): string {
  const articles = helpPagesOf(instance).map(
    ({ id, label, summary }) => `<li>${writeLink(label, helpPath(id))}: ${escapeHtml(summary)}</li>`,
  )
  return `<ul>${articles.join('')}</ul>`
}

function writeSection({ heading, blocks }: TextSection): string {
  const sentences = blocks.flatMap(sentencesOf).map(sentence => `<p>${escapeHtml(sentence)}</p>`)
  return `<h2>${escapeHtml(heading)}</h2>${sentences.join('')}`
}

function writeOffer({ name, description, price, features }: PlanOffer): string {
  const written = features.map(feature => `<li>${escapeHtml(feature)}</li>`)
  const cost = `${formatPrice(price)} ${offerMessages.per.month}`
  return `<h2>${escapeHtml(name)}: ${cost}</h2><p>${escapeHtml(description)}</p><ul>${written.join('')}</ul>`
}

function writeLinks(links: readonly { readonly label: string; readonly to: string }[]): string {
  return links.map(({ label, to }) => writeLink(label, to)).join(' ')
}

function writeLink(label: string, to: string): string {
  return `<a href="${escapeHtml(to)}">${escapeHtml(label)}</a>`
}

type Text = (instance: Instance) => readonly TextSection[]

const texts: Readonly<Record<string, Text>> = {
  [paths.privacy]: instance => privacyMessages(instance).sections,
  [paths.terms]: instance => termsMessages(instance).sections,
  [paths.developers]: instance =>
    developerRules(instance).map(({ id, heading, points }) => ({ id, heading, blocks: [{ points }] })),
  [paths.about]: instance => {
    const { story, principles } = aboutMessages(instance)
    return [
      { id: 'story', heading: story.heading, blocks: story.paragraphs },
      {
        id: 'principles',
        heading: principles.heading,
        blocks: principles.items.map(({ title, text }) => `${title}: ${text}`),
      },
    ]
  },
}

/** Long text of pages that consist mostly of text. */
function textAt(instance: Instance, path: string): readonly TextSection[] {
  const id = path.slice(helpPath('').length)
  if (path === helpPath(id) && isHelpPageId(instance, id)) return helpArticle(instance, id)
  return texts[path]?.(instance) ?? []
}
