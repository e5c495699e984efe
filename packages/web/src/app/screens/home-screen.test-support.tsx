/** Test helpers of the home page: fake server, rendering and navigation. */
import type { User } from '@filesmith/contract/schemas/account'
import type { Usage } from '@filesmith/contract/schemas/usage'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, vi } from 'vitest'
import { someUsage } from '../../lib/account.fixture.ts'
import { FakeEventSource } from '../../lib/job/job-events.fixture.ts'
import { saveWork } from '../../lib/job/saved-work.ts'
import { createQueryClient } from '../../lib/query-client.ts'
import { HomeScreen } from './home-screen.tsx'

const job = { id: 'c1', statusUrl: '/api/conversions/c1', eventsUrl: '/api/conversions/c1/events' }
const upload = { uploadId: 'u1', path: 'holiday.mp4', sizeBytes: 25_270_682 }
const works = { isAvailable: true, reason: null }
const operations = { 'convert-image': works, 'convert-video': works, 'convert-audio': works }
export const noDetails = { format: 'mp4', media: null, previewUrl: null, problem: null }

/** State of the fake server. */
export const server: {
  plan: string
  details: object
  user: User | null
  usage: Usage
  /** Answer to the check of a conversion. */
  refusal: { status: number; code: string; message: string } | undefined
} = {
  refusal: undefined,
  plan: 'free',
  details: noDetails,
  user: null,
  usage: someUsage,
}
export const fetchStub = vi.fn<typeof fetch>()
export const goTo = vi.fn<(url: string) => void>()

function stateAt(path: string): object {
  if (path.endsWith('/details')) return server.details
  if (path === '/api/usage') return server.usage
  if (path === '/api/auth/status') return { authenticated: server.user !== null, user: server.user }
  return path.endsWith('capabilities') ? { operations, plan: server.plan, signInWith: [] } : []
}

function checkReply(): Response {
  const { refusal } = server
  return refusal ? Response.json(refusal, { status: refusal.status }) : new Response(null, { status: 204 })
}

export function standInForServer() {
  beforeEach(() => {
    Object.assign(server, {
      refusal: undefined,
      plan: 'free',
      details: noDetails,
      user: null,
      usage: someUsage,
    })
    FakeEventSource.opened = []
    localStorage.clear()
    goTo.mockReset()
    fetchStub.mockReset()
    fetchStub.mockImplementation(async (url, init) => {
      const path = String(url)
      if (init?.method === 'HEAD')
        return new Response(null, { headers: { 'upload-length': '9', 'upload-offset': '9' } })
      if (path === '/api/conversions/check') return checkReply()
      if (path.startsWith('/api/convert/')) return Response.json(job, { status: 202 })
      return Response.json(stateAt(path))
    })
    vi.stubGlobal('fetch', fetchStub)
    vi.stubGlobal('EventSource', FakeEventSource)
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      goTo(this.getAttribute('href') ?? '')
    })
  })
  afterEach(() => {
    cleanup()
    vi.useRealTimers()
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  })
}

export function renderHome() {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <HomeScreen />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

/** Radix activates a tab on mousedown. */
export function openTab(name: string): HTMLElement {
  fireEvent.mouseDown(screen.getByRole('tab', { name }), { button: 0 })
  return screen.getByRole('tabpanel', { name })
}

/** Opens the page with a saved upload of an earlier visit. */
export async function openWithUpload(tab: string, toolId: string, work: Parameters<typeof saveWork>[1] = {}) {
  saveWork(toolId, { files: [upload], ...work })
  renderHome()
  const panel = screen.getByRole('tabpanel', { name: tab })
  await within(panel).findByText('Files ready to process')
  return panel
}

export const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
export const conversionCalls = () =>
  fetchStub.mock.calls.filter(([url]) => String(url).startsWith('/api/convert/'))
