/** Structured data of a page (schema.org JSON-LD). */
import type { Instance } from './instance.ts'
import { hubToolAt, pageName } from './page-at.ts'
import { type AnsweredQuestion, questionsAt } from './page-questions.ts'
import { currency, priceOf } from './plan-offers.ts'
import { productName } from './product-name.ts'
import { formatsLink, headerLinks, type PageTexts, paths } from './routes.ts'
import type { PlanOffer } from './schemas/billing.ts'
import { shareImagePath } from './share-image.ts'

type Thing = Readonly<Record<string, unknown>>

interface Described {
  readonly instance: Instance
  readonly page: PageTexts
  readonly siteUrl: string
  /** Plans with current prices, if known. */
  readonly offers?: readonly PlanOffer[]
}

/** Undefined for pages without a canonical path. */
export function describeStructure({ instance, page, siteUrl, offers = [] }: Described): Thing | undefined {
  const { canonical: path } = page
  if (path === undefined || page.isIndexed === false) return undefined
  const at = (address: string) => `${siteUrl}${address}`
  const ofPlans = path === paths.plans || path === paths.pricing
  return {
    '@context': 'https://schema.org',
    '@graph': [
      organization(at),
      webSite(at),
      webPage(instance, path, page, at),
      ...(path === paths.home ? [] : [breadcrumbs(path, page, at)]),
      ...application(instance, path, page, at),
      ...questionsPage(questionsAt(instance, path, offers), path, at),
      ...(ofPlans ? offers.map(offer => planProduct(offer, path, at)) : []),
    ],
  }
}

type Addresses = (address: string) => string

function organization(at: Addresses): Thing {
  return {
    '@type': 'Organization',
    '@id': at('/#organization'),
    name: productName,
    url: at('/'),
    logo: { '@type': 'ImageObject', url: at('/icon-512.png'), width: 512, height: 512 },
    contactPoint: {
      '@type': 'ContactPoint',
      contactType: 'customer support',
      url: at(paths.contact),
      availableLanguage: 'English',
    },
  }
}

function webSite(at: Addresses): Thing {
  return {
    '@type': 'WebSite',
    '@id': at('/#website'),
    name: productName,
    url: at('/'),
    inLanguage: 'en',
    publisher: { '@id': at('/#organization') },
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${at(paths.tools)}?search={search_term_string}` },
      'query-input': 'required name=search_term_string',
    },
  }
}

function webPage(instance: Instance, path: string, { title, description }: PageTexts, at: Addresses): Thing {
  return {
    '@type': 'WebPage',
    '@id': at(path),
    url: at(path),
    name: title,
    description,
    inLanguage: 'en',
    isPartOf: { '@id': at('/#website') },
    primaryImageOfPage: { '@type': 'ImageObject', url: at(shareImagePath(path, instance)) },
  }
}

function breadcrumbs(path: string, page: PageTexts, at: Addresses): Thing {
  const folder = path.slice(0, path.lastIndexOf('/'))
  const parent = folder === paths.pairs ? formatsLink : headerLinks.find(({ to }) => to === folder)
  const crumbs = [
    { name: productName, path: paths.home },
    ...(parent ? [{ name: parent.label, path: parent.to }] : []),
    { name: hubToolAt(path)?.label ?? pageName(page), path },
  ]
  return {
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map((crumb, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: crumb.name,
      item: at(crumb.path),
    })),
  }
}

/** The product on the home page, and each tool on its page. */
function application(
  instance: Instance,
  path: string,
  { description, keywords }: PageTexts,
  at: Addresses,
): Thing[] {
  const name = path === paths.home ? productName : hubToolAt(path)?.label
  if (name === undefined) return []
  return [
    {
      '@type': ['SoftwareApplication', 'WebApplication'],
      '@id': at(`${path}#application`),
      name,
      description,
      url: at(path),
      image: at(shareImagePath(path, instance)),
      keywords: keywords?.join(', '),
      applicationCategory: 'UtilitiesApplication',
      operatingSystem: 'Any',
      browserRequirements: 'Requires JavaScript',
      publisher: { '@id': at('/#organization') },
      ...(instance === 'public' && {
        isAccessibleForFree: true,
        offers: { '@type': 'Offer', price: '0', priceCurrency: currency.toUpperCase() },
      }),
    },
  ]
}

function questionsPage(questions: readonly AnsweredQuestion[], path: string, at: Addresses): Thing[] {
  if (questions.length === 0) return []
  return [
    {
      '@type': 'FAQPage',
      '@id': at(`${path}#questions`),
      mainEntity: questions.map(({ question, answer }) => ({
        '@type': 'Question',
        name: question,
        acceptedAnswer: { '@type': 'Answer', text: answer },
      })),
    },
  ]
}

function planProduct({ name, description, price, features }: PlanOffer, path: string, at: Addresses): Thing {
  const offers = (['month', 'year'] as const).map(interval => {
    const amount = (priceOf(price, interval) / 100).toFixed(2)
    return {
      '@type': 'Offer',
      url: at(path),
      price: amount,
      priceCurrency: currency.toUpperCase(),
      availability: 'https://schema.org/InStock',
      priceSpecification: {
        '@type': 'UnitPriceSpecification',
        price: amount,
        priceCurrency: currency.toUpperCase(),
        referenceQuantity: {
          '@type': 'QuantitativeValue',
          value: 1,
          unitCode: interval === 'year' ? 'ANN' : 'MON',
        },
      },
    }
  })
  return {
    '@type': 'Product',
    '@id': at(`${path}#${name.toLowerCase()}`),
    name: `${productName} ${name}`,
    description: `${description}: ${features.join(', ')}.`,
    image: at(shareImagePath(path)),
    brand: { '@id': at('/#organization') },
    offers: price === 0 ? offers.slice(0, 1) : offers,
  }
}
