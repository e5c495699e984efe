import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DeclaredRoute } from '../../packages/server/src/http/access.ts'
import { drawPng } from '../support/images.ts'
import { createMember } from '../support/member.ts'
import type { TestFilesmith } from '../support/start-filesmith.ts'
import { startWithEveryRoute } from '../support/start-with-every-route.ts'
import { createVisitor } from '../support/visitor.ts'

let filesmith: TestFilesmith
let routes: readonly DeclaredRoute[]
beforeAll(async () => {
  filesmith = await startWithEveryRoute()
  routes = filesmith.declaredRoutes
})
afterAll(() => filesmith.stop())

const describeRoute = ({ method, url }: DeclaredRoute) => `${method} ${url}`
const callsFor = (access: DeclaredRoute['access']) =>
  routes
    .filter(route => route.access === access && route.url.startsWith('/api/'))
    .map(describeRoute)
    .sort()

test('ALLOW-22 ALLOW-25 routes: declare exactly these access levels, and no other route exists', () => {
  expect(callsFor('anyone')).toEqual([
    'GET /api/config/adsense',
    'GET /api/contact',
    'GET /api/formats',
    'GET /api/openapi.json',
    'GET /api/subscription-plans',
    'GET /api/translate/pairs',
    'GET /api/v1/openapi.json',
    'HEAD /api/config/adsense',
    'HEAD /api/contact',
    'HEAD /api/formats',
    'HEAD /api/openapi.json',
    'HEAD /api/subscription-plans',
    'HEAD /api/translate/pairs',
    'HEAD /api/v1/openapi.json',
    'OPTIONS /api/uploads',
    'POST /api/auth/forgot-password',
    'POST /api/auth/invitation',
    'POST /api/auth/reset-password',
    'POST /api/webhooks/payments',
  ])
  expect(callsFor('account').filter(call => !call.startsWith('HEAD '))).toEqual([
    'DELETE /api/user',
    'DELETE /api/user/api-keys/:id',
    'DELETE /api/user/connections/:provider',
    'DELETE /api/user/sessions',
    'DELETE /api/user/sessions/:id',
    'GET /api/invoices/:id/pdf',
    'GET /api/subscription',
    'GET /api/test-payments/card',
    'GET /api/user/api-keys',
    'GET /api/user/chat',
    'GET /api/user/chat/events',
    'GET /api/user/export',
    'GET /api/user/security',
    'POST /api/auth/change-password',
    'POST /api/auth/proof',
    'POST /api/auth/proof/:provider',
    'POST /api/create-payment-intent',
    'POST /api/subscription/cancel',
    'POST /api/subscription/change',
    'POST /api/subscription/pay-with-card',
    'POST /api/subscription/portal',
    'POST /api/subscription/refund',
    'POST /api/subscription/resume',
    'POST /api/subscription/update',
    'POST /api/test-payments/authenticate',
    'POST /api/test-payments/card',
    'POST /api/test-payments/confirm',
    'POST /api/user/api-keys',
    'POST /api/user/chat/messages',
    'POST /api/user/chat/read',
    'POST /api/user/connections/:provider',
    'POST /api/user/email',
    'POST /api/user/email/link',
    'POST /api/user/two-step',
    'POST /api/user/two-step/confirm',
    'POST /api/user/two-step/off',
    'POST /api/user/two-step/recovery-codes',
    'POST /api/user/username',
  ])
  expect(callsFor('operator').filter(call => !call.startsWith('HEAD '))).toEqual([
    'DELETE /api/admin/invitations/:id',
    'DELETE /api/admin/users/:id',
    'GET /api/admin/audit',
    'GET /api/admin/chats',
    'GET /api/admin/chats/:id',
    'GET /api/admin/chats/:id/events',
    'GET /api/admin/chats/events',
    'GET /api/admin/engines',
    'GET /api/admin/failures',
    'GET /api/admin/invitations',
    'GET /api/admin/messages',
    'GET /api/admin/overview',
    'GET /api/admin/sign-in',
    'GET /api/admin/storage',
    'GET /api/admin/users',
    'GET /api/admin/users/:id',
    'GET /api/admin/workers',
    'PATCH /api/admin/messages/:id',
    'PATCH /api/admin/users/:id',
    'POST /api/admin/chats/:id/messages',
    'POST /api/admin/chats/:id/read',
    'POST /api/admin/invitations',
    'PUT /api/admin/engines/:engine',
  ])
  expect(
    callsFor('owner').filter(call => !call.startsWith('HEAD /api/') || call.includes('uploads')),
  ).toEqual([
    'DELETE /api/batches/:id',
    'DELETE /api/conversions/:id',
    'DELETE /api/uploads/:id',
    'DELETE /api/visitor',
    'GET /api/auth/status',
    'GET /api/auth/with/:provider',
    'GET /api/auth/with/:provider/return',
    'GET /api/batches/:id',
    'GET /api/batches/:id/download',
    'GET /api/batches/:id/events',
    'GET /api/capabilities',
    'GET /api/conversions',
    'GET /api/conversions/:id',
    'GET /api/conversions/:id/events',
    'GET /api/conversions/:id/parts/:name',
    'GET /api/conversions/:id/receipt',
    'GET /api/conversions/recent',
    'GET /api/download/:id',
    'GET /api/uploads/:id/details',
    'GET /api/uploads/:id/preview',
    'GET /api/usage',
    'HEAD /api/uploads/:id',
    'HEAD /api/uploads/:id/details',
    'HEAD /api/uploads/:id/preview',
    'PATCH /api/uploads/:id',
    'POST /api/ad-impression',
    'POST /api/auth/login',
    'POST /api/auth/login/code',
    'POST /api/auth/logout',
    'POST /api/auth/register',
    'POST /api/auth/verify-email',
    'POST /api/batch-convert',
    'POST /api/batches',
    'POST /api/batches/check',
    'POST /api/batches/check-files',
    'POST /api/compress/files',
    'POST /api/contact',
    'POST /api/conversions/:id/repeat',
    'POST /api/conversions/:id/retry',
    'POST /api/conversions/check',
    'POST /api/convert/archive',
    'POST /api/convert/audio',
    'POST /api/convert/book',
    'POST /api/convert/calendar',
    'POST /api/convert/comic',
    'POST /api/convert/contacts',
    'POST /api/convert/data',
    'POST /api/convert/document',
    'POST /api/convert/drawing',
    'POST /api/convert/font',
    'POST /api/convert/image',
    'POST /api/convert/mail',
    'POST /api/convert/markup',
    'POST /api/convert/pdf',
    'POST /api/convert/presentation',
    'POST /api/convert/spreadsheet',
    'POST /api/convert/subtitles',
    'POST /api/convert/video',
    'POST /api/create-gif',
    'POST /api/create-qr-code',
    'POST /api/create/audiobook',
    'POST /api/create/favicons',
    'POST /api/edit/audio',
    'POST /api/edit/image',
    'POST /api/estimate/gif',
    'POST /api/extract/text',
    'POST /api/extract/video-text',
    'POST /api/pdf/archive',
    'POST /api/pdf/arrange',
    'POST /api/pdf/compare',
    'POST /api/pdf/compress',
    'POST /api/pdf/crop',
    'POST /api/pdf/edit-metadata',
    'POST /api/pdf/fill',
    'POST /api/pdf/flatten',
    'POST /api/pdf/from-images',
    'POST /api/pdf/grayscale',
    'POST /api/pdf/number',
    'POST /api/pdf/organize',
    'POST /api/pdf/protect',
    'POST /api/pdf/read-form',
    'POST /api/pdf/redact',
    'POST /api/pdf/repair',
    'POST /api/pdf/stamp',
    'POST /api/pdf/unlock',
    'POST /api/pdf/watermark',
    'POST /api/set-up',
    'POST /api/set-up/check',
    'POST /api/subtitle/video',
    'POST /api/translate/detect',
    'POST /api/translate/document',
    'POST /api/translate/text',
    'POST /api/uploads',
    'POST /api/uploads/:id/preparation',
  ])
})

test('ALLOW-02 account routes: answer 401 without a session, before any other check', async () => {
  const visitor = createVisitor(filesmith.baseUrl)
  await visitor.upload(await drawPng(), 'a.png')
  const accountRoutes = routes.filter(route => route.access === 'account')
  expect(accountRoutes.length).toBeGreaterThan(10)
  for (const route of accountRoutes) {
    const reply = await visitor.fetch(route.url.replace(/:\w+/, randomUUID()), { method: route.method })
    expect([describeRoute(route), reply.status]).toEqual([describeRoute(route), 401])
  }
})

test('API-35 admin routes: answer 401 without a session and 403 to non-operators, before any other check', async () => {
  const operatorRoutes = routes.filter(route => route.access === 'operator')
  expect(operatorRoutes.map(({ url }) => url)).toEqual(
    routes.map(({ url }) => url).filter(url => url.startsWith('/api/admin/')),
  )
  const callers = [
    [createVisitor(filesmith.baseUrl), 401, 'not-signed-in'],
    [await createMember(filesmith.baseUrl), 403, 'not-an-operator'],
  ] as const
  for (const [caller, status, code] of callers)
    for (const route of operatorRoutes) {
      const reply = await caller.fetch(route.url.replace(/:\w+/, randomUUID()), { method: route.method })
      const answered = route.method === 'HEAD' ? code : ((await reply.json()) as { code: string }).code
      expect([describeRoute(route), reply.status, answered]).toEqual([describeRoute(route), status, code])
    }
})

test('API-35 public API routes: require exactly these scopes, and no other route exists', () => {
  const calls = routes
    .filter(({ access, method }) => access === 'key' && method !== 'HEAD')
    .map(route => `${describeRoute(route)} ${route.scope ?? 'any key'}`)
  expect(calls.sort()).toEqual([
    'DELETE /api/v1/files/:id jobs:write',
    'DELETE /api/v1/jobs/:id jobs:write',
    'DELETE /api/v1/webhooks/:id webhooks',
    'GET /api/v1/account any key',
    'GET /api/v1/files/:id jobs:read',
    'GET /api/v1/jobs jobs:read',
    'GET /api/v1/jobs/:id jobs:read',
    'GET /api/v1/jobs/:id/events jobs:read',
    'GET /api/v1/jobs/:id/results/:index jobs:read',
    'GET /api/v1/operations any key',
    'GET /api/v1/webhooks webhooks',
    'GET /api/v1/webhooks/:id webhooks',
    'GET /api/v1/webhooks/:id/deliveries webhooks',
    'POST /api/v1/files jobs:write',
    'POST /api/v1/jobs jobs:write',
    'POST /api/v1/webhooks webhooks',
    'POST /api/v1/webhooks/:id/test webhooks',
  ])
})

test('API-35 public API routes: answer 401 without a key, before any other check', async () => {
  const ada = await createMember(filesmith.baseUrl)
  const keyRoutes = routes.filter(route => route.access === 'key')
  expect(keyRoutes.length).toBeGreaterThan(0)
  for (const route of keyRoutes) {
    const reply = await ada.fetch(route.url.replaceAll(/:\w+/g, randomUUID()), { method: route.method })
    expect([describeRoute(route), reply.status]).toEqual([describeRoute(route), 401])
  }
})
