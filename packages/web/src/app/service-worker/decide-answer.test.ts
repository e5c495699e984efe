// @vitest-environment node
import { expect, test } from 'vitest'
import { decideAnswer } from './decide-answer.ts'

const origin = 'https://files.example'
const kept = ['/theme.js', '/offline.html']
const decide = (path: string, { method = 'GET', mode = 'no-cors' } = {}) =>
  decideAnswer({ method, mode, url: new URL(path, origin).href }, origin, kept)

test.each([
  ['/api/auth/status', { mode: 'cors' }],
  ['/api/uploads', { method: 'POST', mode: 'cors' }],
  ['/api/uploads/1', { method: 'PATCH', mode: 'cors' }],
  // A download is a navigation, and must never be answered with a page.
  ['/api/download/1', { mode: 'navigate' }],
  ['/api/conversions/1/events', { mode: 'cors' }],
  ['https://js.stripe.example/v3/', {}],
  ['https://elsewhere.example/assets/a.js', {}],
  ['/share/home.png', {}],
  ['/share/home.png', { mode: 'navigate' }],
  ['/sitemap.xml', { mode: 'navigate' }],
  ['/sign-in', { method: 'POST', mode: 'navigate' }],
  ['/healthz', { mode: 'cors' }],
])('%s %j is none of its business', (path, asked) => {
  expect(decide(path, asked)).toBe('pass')
})

test.each([
  ['/', 'document'],
  ['/tools/pdf', 'document'],
  ['/checkout?planId=2&amount=4.99', 'document'],
  ['/theme.js', 'file'],
  ['/assets/index-a1.js', 'asset'],
])('%s is answered as %s', (path, decision) => {
  expect(decide(path, { mode: 'navigate' })).toBe(decision)
})

test('files that are shared are taken only as a form', () => {
  expect(decide('/share', { method: 'POST', mode: 'navigate' })).toBe('shared')
  expect(decide('/share', { mode: 'navigate' })).toBe('document')
})
