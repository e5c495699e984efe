import { hubToolPage, pageAt } from '@filesmith/contract/page-at'
import { notFoundPage, pages } from '@filesmith/contract/routes'
import { findHubTool } from '@filesmith/contract/tools/hub'
import { beforeEach, expect, test } from 'vitest'
import { writePageHead } from './write-page-head.ts'

const attributesOf = (selector: string, attribute: string) =>
  [...document.head.querySelectorAll(selector)].map(tag => tag.getAttribute(attribute))
const meta = (name: string) => attributesOf(`meta[name="${name}"], meta[property="${name}"]`, 'content')
const structuredTypes = () =>
  [...document.head.querySelectorAll('script[type="application/ld+json"]')].flatMap(script =>
    JSON.parse(script.textContent ?? '')['@graph'].flatMap((item: object) => Object.values(item)[0]),
  )
const at = (path: string) => new URL(path, window.location.origin).href

beforeEach(() => {
  document.head.innerHTML =
    '<meta name="theme-color" content="#fff"><meta name="description" content="old"><meta property="og:title" content="old"><meta name="robots" content="noindex"><script type="application/ld+json">{"@graph":[]}</script>'
})

test('HUB-04 writePageHead: replaces every tag of the previous page without duplicates', () => {
  const tool = findHubTool('gif')
  if (!tool) throw new Error('tool not found')
  for (const path of ['/tools/gif', '/']) {
    const page = path === '/' ? pages['/'] : hubToolPage(tool)
    writePageHead(page, path, true)
    expect(attributesOf('link[rel="canonical"]', 'href')).toEqual([at(path)])
    expect(meta('description')).toEqual([pageAt('public', path)?.description])
    expect(meta('og:title')).toEqual([page.title])
    expect(meta('og:url')).toEqual([at(path)])
    expect(meta('twitter:image')).toEqual([at(path === '/' ? '/share/home.png' : '/share/tools-gif.png')])
    expect(meta('robots')).toEqual([])
    expect(structuredTypes()).toContain(path === '/' ? 'WebSite' : 'BreadcrumbList')
    expect(document.head.querySelectorAll('script')).toHaveLength(1)
  }
  expect(meta('theme-color')).toEqual(['#fff'])
})

test('NF-03 writePageHead: sets noindex and no canonical link or structured data for unindexed pages', () => {
  writePageHead(notFoundPage, '/nowhere', false)
  expect(meta('robots')).toEqual(['noindex'])
  expect(attributesOf('link[rel="canonical"]', 'href')).toEqual([])
  expect(meta('og:url')).toEqual([])
  expect(structuredTypes()).toEqual([])
  writePageHead(pages['/profile'], '/profile', true)
  expect(meta('robots')).toEqual(['noindex'])
  expect(pageAt('public', '/profile')?.isIndexed).toBe(false)
})
