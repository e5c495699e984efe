/** Test support: renders the account settings of a signed-in user with a stubbed server. */
import type { User } from '@filesmith/contract/schemas/account'
import type { AccountSecurity } from '@filesmith/contract/schemas/account-security'
import type { Billing } from '@filesmith/contract/schemas/billing'
import type { Usage } from '@filesmith/contract/schemas/usage'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeEach, vi } from 'vitest'
import { createQueryClient } from '../../lib/query-client.ts'
import { Profile } from './profile.tsx'

export const ada: User = {
  username: 'ada',
  email: 'ada@example.com',
  isEmailVerified: true,
  createdAt: '2026-03-14T10:00:00.000Z',
  subscriptionPlan: 'free',
  subscription: { plan: 'free', expiryDate: null },
  usage: { remaining: 168, total: 300 },
}

const daySeconds = 24 * 60 * 60
const lastDays = Array.from({ length: 30 }, (_, index) => ({
  date: new Date(Date.UTC(2026, 9, 17 + index)).toISOString().slice(0, 10),
  conversions: index === 29 ? 3 : index % 4,
}))

export const usage: Usage = {
  today: { used: 3, remaining: 7, total: 10, resetsAt: '2026-11-16T00:00:00.000Z' },
  month: { used: 132, remaining: 168, total: 300, resetsAt: '2026-12-01T00:00:00.000Z' },
  days: lastDays,
}

export const security: AccountSecurity = {
  hasPassword: true,
  twoStep: { isOn: false, recoveryCodesLeft: 0 },
  connections: [],
  sessions: [
    {
      id: 's1',
      device: 'Firefox on Linux',
      createdAt: ago(3 * daySeconds),
      seenAt: ago(1),
      isCurrent: true,
    },
  ],
}

const noBilling: Billing = { provider: 'test', subscription: null, credit: 0, invoices: [] }

const works = { isAvailable: true, reason: null }
const operations = { 'convert-image': works, 'convert-video': works, 'convert-audio': works }

type Answer = (body: unknown, url: string) => Response | Promise<Response>

/** Stubbed responses by method and path. */
export const answers: Record<string, Answer> = {}
const fetchStub = vi.fn<typeof fetch>()

export function ago(seconds: number): string {
  return new Date(Date.now() - seconds * 1000).toISOString()
}

export function refuse(status: number, code: string, message: string): Answer {
  return () => Response.json({ code, message }, { status })
}

export const done: Answer = () => new Response(null, { status: 204 })

export function standInForServer() {
  beforeEach(() => {
    for (const key of Object.keys(answers)) delete answers[key]
    Object.assign(answers, {
      'GET /api/auth/status': () => Response.json({ authenticated: true, user: ada }),
      'GET /api/usage': () => Response.json(usage),
      'GET /api/subscription': () => Response.json(noBilling),
      'GET /api/user/security': () => Response.json(security),
      'GET /api/user/api-keys': () => Response.json([]),
      'GET /api/capabilities': () => Response.json({ operations, plan: 'free', signInWith: [] }),
      'GET /api/conversions': () => Response.json({ conversions: [], next: null }),
      'GET /api/conversions/recent': () => Response.json([]),
    })
    fetchStub.mockReset()
    fetchStub.mockImplementation(async (url, init) => {
      const key = `${init?.method} ${String(url).split('?')[0]}`
      const answer = answers[key]
      if (!answer) throw new TypeError(`no stubbed response for ${key}`)
      return answer(init?.body ? JSON.parse(String(init.body)) : undefined, String(url))
    })
    vi.stubGlobal('fetch', fetchStub)
  })
  afterEach(() => {
    cleanup()
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  })
}

/** Requests to this method and path: the body, or the URL if there is none. */
export function callsTo(method: string, path: string): unknown[] {
  return fetchStub.mock.calls
    .filter(([url, init]) => init?.method === method && String(url).split('?')[0] === path)
    .map(([url, init]) => (init?.body ? JSON.parse(String(init.body)) : String(url)))
}

function Address() {
  const { pathname, search } = useLocation()
  return <output aria-label="Address">{pathname + search}</output>
}

export const address = () => screen.getByLabelText('Address').textContent

export function showSection(section: string, user: User = ada, query = '') {
  const queryClient = createQueryClient()
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[`/profile?section=${section}${query}`]}>
        <Profile user={user} />
        <Address />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return queryClient
}

export const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))

export function type(label: string | RegExp, value: string) {
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
}
