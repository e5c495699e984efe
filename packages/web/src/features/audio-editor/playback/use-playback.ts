/** Plays the selection as the settings make it, and follows them while it plays. */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { PieceReader } from '../audio/piece-reader.ts'
import type { Stretch } from '../edit/stretch.ts'
import type { Studio } from '../studio.ts'
import type { Performance, Player } from './player.ts'
import { createPositionStore } from './position-store.ts'

interface PlaybackSettings {
  readonly studio: Studio
  readonly reader: PieceReader | undefined
  readonly performance: Performance
  readonly trim: Stretch
  /** What is out of sight does not go on playing. */
  readonly isInSight: boolean
}

export function usePlayback({ studio, reader, performance, trim, isInSight }: PlaybackSettings) {
  const [isPlaying, setIsPlaying] = useState(false)
  const [position] = useState(createPositionStore)
  const player = useRef<Player>(undefined)
  const { plan, gain, isLimited, fades } = performance
  const { inSeconds, outSeconds } = fades

  const stop = useEffectEvent(() => {
    player.current?.pause()
    setIsPlaying(false)
  })
  const ended = useEffectEvent(() => {
    setIsPlaying(false)
    position.set(trim.from)
  })

  useEffect(() => {
    if (!reader) return
    position.set(0)
    return () => {
      player.current?.close()
      player.current = undefined
      setIsPlaying(false)
    }
  }, [reader, position])

  useEffect(() => {
    if (!isInSight) stop()
  }, [isInSight])

  useEffect(() => {
    if (!isPlaying) return
    let frame = 0
    const follow = () => {
      position.set(player.current?.position() ?? position.get())
      frame = requestAnimationFrame(follow)
    }
    frame = requestAnimationFrame(follow)
    return () => cancelAnimationFrame(frame)
  }, [isPlaying, position])

  /** From the start of the selection, when the moment is elsewhere. */
  const playFrom = (seconds: number, performed = performance) => {
    if (!reader) return
    // Browsers allow sound only after something was pressed: it is asked for no earlier.
    player.current ??= studio.createPlayer(reader, () => ended())
    const isInside = seconds >= trim.from && seconds < trim.to - 0.01
    const from = isInside ? seconds : trim.from
    position.set(from)
    player.current.play(performed, from)
    setIsPlaying(true)
  }

  useEffect(() => player.current?.setGain(gain, isLimited), [gain, isLimited])

  const changeCourse = useEffectEvent((course: Pick<Performance, 'plan' | 'fades'>) => {
    if (isPlaying) playFrom(position.get(), { ...performance, ...course })
  })
  // What has been handed over ahead would still have the old cuts and fades.
  useEffect(() => changeCourse({ plan, fades: { inSeconds, outSeconds } }), [plan, inSeconds, outSeconds])

  return {
    isPlaying,
    position,
    toggle() {
      if (isPlaying) stop()
      else playFrom(position.get())
    },
    stop: () => stop(),
    seek(seconds: number) {
      position.set(seconds)
      if (isPlaying) playFrom(seconds)
    },
  }
}
