import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient, fetchJson } from './query-client.ts'

afterEach(() => vi.unstubAllGlobals())

function answerWith(makeResponse: () => Response) {
  const fetchStub = vi.fn<typeof fetch>(async () => makeResponse())
  vi.stubGlobal('fetch', fetchStub)
  return fetchStub
}

test('CALL-05 createQueryClient: loads the path of the query key by GET with credentials', async () => {
  const fetchStub = answerWith(() => Response.json(['a']))
  const data = await createQueryClient().fetchQuery({ queryKey: ['/api/conversions/recent'] })
  expect(data).toEqual(['a'])
  expect(fetchStub).toHaveBeenCalledWith(
    '/api/conversions/recent',
    expect.objectContaining({ method: 'GET', credentials: 'include' }),
  )
})

test('createQueryClient: loads also when the browser reports that there is no network', async () => {
  answerWith(() => Response.json(['a']))
  const client = createQueryClient()
  client.mount()
  window.dispatchEvent(new Event('offline'))
  try {
    await expect(client.fetchQuery({ queryKey: ['/api/list'] })).resolves.toEqual(['a'])
  } finally {
    window.dispatchEvent(new Event('online'))
    client.unmount()
  }
})

test('CALL-06 createQueryClient: throws on 401 by default', async () => {
  answerWith(() => new Response('Who are you?', { status: 401 }))
  await expect(createQueryClient().fetchQuery({ queryKey: ['/api/me'] })).rejects.toThrow('401: Who are you?')
})

test('CALL-06 fetchJson: returns null on 401 only when configured', async () => {
  const client = createQueryClient()
  answerWith(() => new Response('Who are you?', { status: 401 }))
  const me = { queryKey: ['/api/me'], queryFn: fetchJson({ on401: 'null' }) }
  await expect(client.fetchQuery(me)).resolves.toBeNull()
  client.clear()
  answerWith(() => new Response('Broken', { status: 500 }))
  await expect(client.fetchQuery(me)).rejects.toThrow('500: Broken')
})

test('CACHE-01 CACHE-02 CACHE-03 createQueryClient: data does not become stale and is not refetched on focus or polled', async () => {
  vi.useFakeTimers()
  const fetchStub = answerWith(() => Response.json([]))
  const client = createQueryClient()
  client.mount()
  await client.fetchQuery({ queryKey: ['/api/list'] })
  const stop = new QueryObserver(client, { queryKey: ['/api/list'] }).subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(24 * 60 * 60 * 1000)
  window.dispatchEvent(new Event('visibilitychange'))
  window.dispatchEvent(new Event('focus'))
  window.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(1000)
  expect(fetchStub).toHaveBeenCalledTimes(1)
  stop()
  client.unmount()
  vi.useRealTimers()
})

test('CACHE-04 createQueryClient: does not retry failed queries and mutations', async () => {
  const fetchStub = answerWith(() => new Response('Broken', { status: 500 }))
  const client = createQueryClient()
  await expect(client.fetchQuery({ queryKey: ['/api/list'] })).rejects.toThrow('500: Broken')
  expect(fetchStub).toHaveBeenCalledTimes(1)

  const save = vi.fn(async () => Promise.reject(new Error('no')))
  const mutation = client.getMutationCache().build(client, { mutationFn: save })
  await expect(mutation.execute(undefined)).rejects.toThrow('no')
  expect(save).toHaveBeenCalledTimes(1)
})
