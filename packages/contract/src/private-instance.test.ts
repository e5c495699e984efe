import { expect, test } from 'vitest'
import { helpArticle } from './help/articles.ts'
import { helpPagesOf, isHelpPageId } from './help/help-pages.ts'
import { helpQuestions } from './help/questions.ts'
import { aboutMessages } from './messages/about.ts'
import { developerRules } from './messages/developers.ts'
import { homeMessages } from './messages/home.ts'
import { privacyMessages } from './messages/privacy.ts'
import { termsMessages } from './messages/terms.ts'
import { findMoneyWords } from './money-words.fixture.ts'
import { indexedPaths, pageAt } from './page-at.ts'
import { describeHead } from './page-head.ts'
import { questionsAt } from './page-questions.ts'
import { defaultConversionsPerDay, planIds, plans } from './plans.ts'
import { documentWithoutPlans, withoutPlans } from './private-texts.ts'
import { footerLinks, headerLinks, linksOf, lookingForMoreLinks, paths, redirectsOf } from './routes.ts'
import { describeStructure } from './structured-data.ts'

const moneyPages = [
  paths.plans,
  paths.pricing,
  paths.checkout,
  paths.testBilling,
  '/help/account-and-billing',
]

test('plans: private gives everybody at least what Pro gives, without limits on conversions, advertising or priorities', () => {
  const { label, hasPriorityEmail, ...given } = plans.private
  expect(plans.pro).toMatchObject(given)
  expect(given).toMatchObject({ conversionsPerDay: null, hasAdvertising: false, hasApi: true, hasChat: true })
  expect(planIds).not.toContain('private')
})

test('pageAt: a private instance has every page of a public one except those about money', () => {
  const pub = indexedPaths('public')
  const priv = indexedPaths('private')
  expect(pub.filter(path => !priv.includes(path))).toEqual(moneyPages.filter(path => pub.includes(path)))
  expect(priv.filter(path => !pub.includes(path))).toEqual(['/help/account'])
  for (const path of moneyPages) {
    expect(pageAt('private', path)).toBeUndefined()
    expect(pageAt('public', path)).toBeDefined()
  }
})

test.each(indexedPaths('private'))(
  'private instance: the head and the questions of %s mention no money',
  path => {
    const page = pageAt('private', path)
    if (!page) throw new Error(path)
    const origin = 'https://files.example'
    expect(
      findMoneyWords(JSON.stringify(describeHead(page, { instance: 'private', origin, isIndexed: true }))),
    ).toEqual([])
    expect(findMoneyWords(JSON.stringify(describeStructure({ instance: 'private', page, origin })))).toEqual(
      [],
    )
    expect(findMoneyWords(JSON.stringify(questionsAt('private', path, [])))).toEqual([])
  },
)

test.each(helpPagesOf('private').map(({ id }) => id))(
  'private instance: the help page %s mentions no money',
  id => {
    if (!isHelpPageId('private', id)) throw new Error(id)
    expect(findMoneyWords(JSON.stringify(helpPagesOf('private').find(page => page.id === id)))).toEqual([])
    const sections = helpArticle('private', id)
    expect(sections.length).toBeGreaterThan(0)
    expect(findMoneyWords(JSON.stringify(sections))).toEqual([])
  },
)

test.each(Object.entries({ aboutMessages, developerRules, homeMessages, privacyMessages, termsMessages }))(
  'private instance: %s mention no money',
  (_name, messages) => {
    expect(findMoneyWords(JSON.stringify(messages('private')))).toEqual([])
  },
)

test('helpQuestions: a private instance has those that are not about plans', () => {
  const asked = helpQuestions('private', defaultConversionsPerDay)
  expect(asked).toHaveLength(9)
  expect(asked.find(({ id }) => id === 'allowance')?.answer).toContain('no daily or monthly limit')
})

test('linksOf, redirectsOf: no link or redirect of a private instance leads to plans', () => {
  for (const links of [headerLinks, footerLinks, lookingForMoreLinks]) {
    expect(links.map(({ to }) => to)).toContain(paths.plans)
    expect(linksOf('private', links)).toEqual(links.filter(({ to }) => to !== paths.plans))
    expect(linksOf('public', links)).toEqual(links)
  }
  expect(redirectsOf('private')).toEqual({})
  expect(redirectsOf('public')).toEqual({ '/plans': paths.plans, '/premium': paths.plans })
})

test('documentWithoutPlans: removes fields, parameters and notes about plans, at any depth', () => {
  const schema = {
    properties: {
      plan: { type: 'string' },
      crf: { type: 'number', description: 'Lower is better. Basic and Pro.' },
    },
    required: ['plan', 'crf'],
  }
  expect(documentWithoutPlans({ parameters: [{ in: 'query', name: 'plan' }], schema: [schema] })).toEqual({
    parameters: [],
    schema: [{ properties: { crf: { type: 'number', description: 'Lower is better.' } }, required: ['crf'] }],
  })
  expect(withoutPlans('Basic and Pro.')).toBe('')
})
