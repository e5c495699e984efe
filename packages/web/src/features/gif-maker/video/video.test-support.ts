/** Test support: stubs <video> elements that load and seek immediately. */
import { vi } from 'vitest'

/** Times that were seeked to, in order. */
export const seekedTimes: number[] = []

export function stubVideoElements(seconds: number): void {
  seekedTimes.length = 0
  const times = new WeakMap<object, number>()
  const later = (player: EventTarget, type: string) =>
    queueMicrotask(() => player.dispatchEvent(new Event(type)))
  vi.spyOn(HTMLMediaElement.prototype, 'src', 'set').mockImplementation(function (
    this: HTMLMediaElement,
    url,
  ) {
    this.setAttribute('src', url)
    later(this, 'loadeddata')
  })
  vi.spyOn(HTMLMediaElement.prototype, 'duration', 'get').mockReturnValue(seconds)
  vi.spyOn(HTMLMediaElement.prototype, 'currentTime', 'get').mockImplementation(function (
    this: HTMLMediaElement,
  ) {
    return times.get(this) ?? 0
  })
  vi.spyOn(HTMLMediaElement.prototype, 'currentTime', 'set').mockImplementation(function (
    this: HTMLMediaElement,
    time,
  ) {
    times.set(this, time)
    seekedTimes.push(time)
    later(this, 'seeked')
  })
}
