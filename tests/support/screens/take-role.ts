/** Signs a browser in as a visitor, member, customer or operator through the calls of the pages. */
import { apiPaths } from '@filesmith/contract/api-paths'
import type { PaymentIntentReply, TestPaymentReply } from '@filesmith/contract/schemas/billing'
import type { APIRequestContext } from '@playwright/test'
import { drawJpeg, drawPng } from '../images.ts'
import { receiveMail, tokenIn } from '../mailbox.ts'
import { newCredentials } from '../member.ts'
import { runAdmin } from '../run-admin.ts'
import type { Role } from './screens.ts'

/** `dataDir` is the data folder of the installation, needed to create operators and to read confirmation mails. */
export async function takeRole(request: APIRequestContext, role: Role, dataDir = ''): Promise<void> {
  if (role === 'visitor') return
  const credentials = newCredentials()
  await call(request, apiPaths.register, credentials)
  const file = { name: 'harbor in the evening.png', mimeType: 'image/png', buffer: await drawPng(640, 400) }
  const converted = await request.post('/api/convert/image', { multipart: { file, outputFormat: 'webp' } })
  if (!converted.ok()) throw new Error(`the conversion answered ${converted.status()}`)
  // Members keep an unconfirmed address, to show that state.
  if (dataDir !== '' && role !== 'member') {
    const token = tokenIn(await receiveMail(dataDir, credentials.email, /confirm/i))
    const confirmed = await request.post(apiPaths.verifyEmail, { data: { token } })
    if (confirmed.status() !== 204) throw new Error(`confirming answered ${confirmed.status()}`)
  }
  if (role === 'customer') await buyPro(request)
  if (role === 'operator') {
    await createAdminContent(request)
    await runAdmin(dataDir, ['grant', credentials.username])
  }
}

/** Creates a failed conversion and a contact message, so that no section of the admin area is empty. */
async function createAdminContent(request: APIRequestContext): Promise<void> {
  const whole = await drawJpeg(800, 600)
  const file = { name: 'cut off.jpg', mimeType: 'image/jpeg', buffer: whole.subarray(0, 500) }
  await request.post('/api/convert/image', { multipart: { file, outputFormat: 'webp' } })
  const words = {
    name: 'Cleo Marsh',
    email: 'cleo@example.org',
    subject: 'Photos of our harbor',
    message: 'Hello,\n\nwe have some four hundred photos in HEIC. Can they be converted at once?\n\nCleo',
  }
  const sent = await request.post(apiPaths.contact, { data: words })
  if (!sent.ok()) throw new Error(`the message answered ${sent.status()}`)
}

async function buyPro(request: APIRequestContext): Promise<void> {
  const { clientSecret } = await call<PaymentIntentReply>(request, apiPaths.createPaymentIntent, {
    amount: 9.99,
    planId: 3,
  })
  const card = { number: '4242424242424242', expiry: '12/40', cvc: '123', name: 'A. Smith' }
  const { paymentIntentId } = await call<TestPaymentReply>(request, apiPaths.testPayment, {
    clientSecret,
    ...card,
  })
  await call(request, apiPaths.subscriptionUpdate, { paymentIntentId, planId: 3 })
}

async function call<Reply>(request: APIRequestContext, path: string, data: object): Promise<Reply> {
  const reply = await request.post(path, { data })
  if (!reply.ok()) throw new Error(`${path} answered ${reply.status()}: ${await reply.text()}`)
  return reply.json()
}
