/** Static HTML of a page for clients without JavaScript; the app replaces it on load. */
import { type FormatId, formats } from '@filesmith/contract/formats'
import { helpArticles } from '@filesmith/contract/help/articles'
import { helpPageList, helpPath, tutorialsPage } from '@filesmith/contract/help/help-pages'
import { aboutMessages } from '@filesmith/contract/messages/about'
import { developersMessages } from '@filesmith/contract/messages/developers'
import { homeMessages } from '@filesmith/contract/messages/home'
import { hubMessages } from '@filesmith/contract/messages/hub'
import { notFoundMessages } from '@filesmith/contract/messages/not-found'
import { offerMessages, plansMessages } from '@filesmith/contract/messages/plans'
import { pricingMessages } from '@filesmith/contract/messages/pricing'
import { privacyMessages } from '@filesmith/contract/messages/privacy'
import { termsMessages } from '@filesmith/contract/messages/terms'
import { hubToolAt, pageName } from '@filesmith/contract/page-at'
import { questionsAt } from '@filesmith/contract/page-questions'
import { formatPrice } from '@filesmith/contract/plan-offers'
import { productName } from '@filesmith/contract/product-name'
import { footerLinks, headerLinks, paths } from '@filesmith/contract/routes'
import type { PlanOffer } from '@filesmith/contract/schemas/billing'
import { sentencesOf, type TextSection } from '@filesmith/contract/text-section'
import { hubToolPath, hubTools } from '@filesmith/contract/tools/hub'
import { homeTools } from '@filesmith/contract/tools/registry'
import { escapeHtml } from '../../domain/escape-html.ts'
import type { SitePage } from './site-page.ts'
import type { SiteFacts } from './write-head.ts'

export function writePageText(page: SitePage, { offers }: SiteFacts): string {
  const lead = page.status === 404 ? notFoundMessages.text : page.description
  return [
    '<div class="page-words">',
    `<header>${writeLink(productName, paths.home)}<nav>${writeLinks(headerLinks)}</nav></header>`,
    `<main><h1>${escapeHtml(headingOf(page))}</h1><p>${escapeHtml(lead)}</p>`,
    ...(page.canonical === undefined ? [] : writeSections(page.canonical, offers)),
    '</main>',
    `<footer><nav>${writeLinks(footerLinks)}</nav></footer>`,
    '</div>',
  ].join('')
}

const headings: Readonly<Record<string, string>> = {
  [paths.home]: homeMessages.hero,
  [paths.tools]: hubMessages.heading,
  [paths.plans]: plansMessages.heading,
  [paths.pricing]: pricingMessages.heading,
}

function headingOf(page: SitePage): string {
  const { canonical = '', status } = page
  if (status === 404) return notFoundMessages.heading
  return headings[canonical] ?? hubToolAt(canonical)?.label ?? pageName(page)
}

function writeSections(path: string, offers: readonly PlanOffer[]): string[] {
  const isHub = path === paths.tools || hubToolAt(path) !== undefined
  return [
    ...(path === paths.home ? Object.values(homeTools).map(writeConverter) : []),
    ...(isHub || path === paths.home ? [writeTools()] : []),
    ...(path === paths.plans || path === paths.pricing ? offers.map(writeOffer) : []),
    ...textAt(path).map(writeSection),
    ...(path === paths.help || path === tutorialsPage.canonical ? [writeArticles()] : []),
    ...questionsAt(path, offers).map(
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

function writeTools(): string {
  const tools = hubTools.map(
    ({ id, label, summary }) => `<li>${writeLink(label, hubToolPath(id))}: ${escapeHtml(summary)}</li>`,
  )
  return `<h2>${escapeHtml(homeMessages.moreTools)}</h2><ul>${tools.join('')}</ul>`
}

function writeArticles(): string {
  const articles = helpPageList.map(
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

const { story, principles } = aboutMessages

const texts: Readonly<Record<string, readonly TextSection[]>> = {
  [paths.privacy]: privacyMessages.sections,
  [paths.terms]: termsMessages.sections,
  [paths.developers]: developersMessages.rules.map(({ id, heading, points }) => ({
    id,
    heading,
    blocks: [{ points }],
  })),
  [paths.about]: [
    { id: 'story', heading: story.heading, blocks: story.paragraphs },
    {
      id: 'principles',
      heading: principles.heading,
      blocks: principles.items.map(({ title, text }) => `${title}: ${text}`),
    },
  ],
  ...Object.fromEntries(Object.entries(helpArticles).map(([id, text]) => [helpPath(id), text])),
}

/** Long text of pages that consist mostly of text. */
function textAt(path: string): readonly TextSection[] {
  return texts[path] ?? []
}
