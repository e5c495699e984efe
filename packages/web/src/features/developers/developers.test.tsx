import type { OpenApiDocument } from '@filesmith/contract/openapi-document'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../lib/query-client.ts'
import { Developers } from './developers.tsx'

const description: OpenApiDocument = {
  openapi: '3.1.0',
  info: { title: 'API', version: '1', description: '' },
  servers: [],
  tags: [{ name: 'Jobs', description: 'Work.' }],
  paths: {
    '/api/v1/jobs': {
      post: {
        operationId: 'createJob',
        summary: 'Make a job',
        description: 'It begins at once.',
        tags: ['Jobs'],
        security: [{ apiKey: ['jobs:write'] }],
        parameters: [],
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/NewJob' } } },
        },
        responses: {
          201: { description: 'Created', content: { 'application/json': { schema: { type: 'object' } } } },
        },
      },
    },
  },
  components: {
    schemas: {
      NewJob: {
        type: 'object',
        properties: {
          tag: { type: 'string', description: 'Yours.' },
          inputs: {
            type: 'array',
            items: {
              anyOf: [
                { title: 'File from a URL', properties: { url: { type: 'string' } }, required: ['url'] },
                { title: 'Uploaded file', properties: { fileId: { type: 'string' } }, required: ['fileId'] },
              ],
            },
          },
        },
        required: ['tag'],
      },
    },
    securitySchemes: {},
    headers: {},
    responses: {},
  },
}

const fetchStub = vi.fn<typeof fetch>()
beforeEach(() => {
  fetchStub.mockReset()
  vi.stubGlobal('fetch', fetchStub)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function renderDevelopers() {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={['/developers']}>
        <Developers />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

test('API-35 Developers: renders the reference from the OpenAPI document and sends a call with the key', async () => {
  fetchStub.mockImplementation(async url =>
    String(url) === '/api/v1/openapi.json'
      ? Response.json(description)
      : Response.json({ id: 'j1' }, { status: 201, headers: { 'ratelimit-remaining': '299' } }),
  )
  renderDevelopers()
  fireEvent.click(await screen.findByRole('button', { name: /Make a job/ }))
  expect(screen.getByText('jobs:write')).toBeTruthy()
  expect(screen.getByText('Yours.')).toBeTruthy()
  const tryIt = within(screen.getByRole('region', { name: 'Try it' }))
  expect(tryIt.queryByRole('button')).toBeNull()
  fireEvent.change(screen.getByLabelText('Your API key'), { target: { value: ' fsk_mine ' } })
  fireEvent.change(tryIt.getByLabelText('Body (JSON)'), { target: { value: '{"tag":' } })
  fireEvent.click(tryIt.getByRole('button', { name: 'Send request' }))
  expect(await tryIt.findByText('Invalid JSON.')).toBeTruthy()
  fireEvent.change(tryIt.getByLabelText('Body (JSON)'), { target: { value: '{"tag":"t"}' } })
  fireEvent.click(tryIt.getByRole('button', { name: 'Send request' }))
  expect(await tryIt.findByText('201')).toBeTruthy()
  expect(tryIt.getByText(/"id": "j1"/)).toBeTruthy()
  expect(tryIt.getByText('299')).toBeTruthy()
  const [url, init] = fetchStub.mock.calls.at(-1) ?? []
  expect([url, init?.body, new Headers(init?.headers).get('authorization')]).toEqual([
    '/api/v1/jobs',
    '{"tag":"t"}',
    'Bearer fsk_mine',
  ])
})

test('Developers: says that the alternatives of a schema exclude each other', async () => {
  fetchStub.mockResolvedValue(Response.json(description))
  renderDevelopers()
  fireEvent.click(await screen.findByRole('button', { name: /Make a job/ }))
  expect(screen.getByText('list of (File from a URL or Uploaded file)')).toBeTruthy()
  const row = screen.getByText('Exactly one of these:').closest('li')
  expect([...(row?.querySelectorAll(':scope > p') ?? [])].map(line => line.textContent)).toEqual([
    'Exactly one of these:',
    'File from a URL',
    'or Uploaded file',
  ])
})

test('Developers: has one complete example in curl, TypeScript and Python', async () => {
  fetchStub.mockResolvedValue(Response.json(description))
  renderDevelopers()
  const example = screen.getByRole('region', { name: 'A complete example' })
  const tabs = within(example).getAllByRole('tab')
  expect(tabs.map(tab => tab.textContent)).toEqual(['curl', 'TypeScript', 'Python'])
  for (const tab of tabs) {
    fireEvent.mouseDown(tab, { button: 0 })
    const code = example.querySelector('[role=tabpanel][data-state=active]')?.textContent
    expect(code).toContain(window.location.origin)
    expect(code).toContain('photo.webp')
  }
})

test('Developers: shows the introduction and a retry button when the reference fails to load', async () => {
  fetchStub.mockResolvedValueOnce(new Response('', { status: 503 }))
  renderDevelopers()
  expect(screen.getByRole('heading', { name: 'Your first request' })).toBeTruthy()
  await screen.findByText('Could not load the reference')
  fetchStub.mockResolvedValue(Response.json(description))
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'Jobs' })).toBeTruthy()
})
