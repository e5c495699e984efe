/** Fake ad network for tests: fills slots, leaves them empty, or is blocked. */
import { afterEach, beforeEach, vi } from 'vitest'

type Behavior = 'fills' | 'has-none' | 'is-blocked'

let behavior: Behavior = 'fills'

export const adNetwork = {
  behave(next: Behavior) {
    behavior = next
  },
  scripts: () =>
    [...document.querySelectorAll<HTMLScriptElement>('script[src*="googlesyndication"]')].map(
      script => script.src,
    ),
  slots: () => [...document.querySelectorAll<HTMLElement>('ins.adsbygoogle')],
  isPaused: () => window.adsbygoogle?.pauseAdRequests === 1,
}

/** Like the real network: fills the first empty slot, and throws when there is none. */
function fillNextSlot(): void {
  const slot = adNetwork.slots().find(({ dataset }) => dataset.adsbygoogleStatus === undefined)
  if (!slot) throw new Error('All slots already have advertisements in them.')
  slot.dataset.adsbygoogleStatus = 'done'
  slot.dataset.adStatus = behavior === 'fills' ? 'filled' : 'unfilled'
}

export const pushed = vi.fn(fillNextSlot)

export function mockAdNetwork() {
  beforeEach(() => {
    behavior = 'fills'
    pushed.mockClear()
    vi.spyOn(document.head, 'append').mockImplementation(node => {
      const script = node as HTMLScriptElement
      // A script of this type is neither loaded nor run.
      script.type = 'text/plain'
      document.head.appendChild(script)
      queueMicrotask(() => {
        if (behavior !== 'is-blocked') window.adsbygoogle = { push: pushed }
        script.dispatchEvent(new Event(behavior === 'is-blocked' ? 'error' : 'load'))
      })
    })
  })
  afterEach(() => {
    delete window.adsbygoogle
    for (const script of document.querySelectorAll('head script')) script.remove()
  })
}
