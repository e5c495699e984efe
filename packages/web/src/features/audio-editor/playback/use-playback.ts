/** Plays the selection with the current settings, and applies changed settings during playback. */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ChunkReader } from '../audio/chunk-reader.ts'
import type { AudioBackend } from '../audio-backend.ts'
import type { TimeRange } from '../edit/time-range.ts'
import type { AudioPlayer, PlaybackParams } from './player.ts'
import { createPositionStore } from './position-store.ts'

interface PlaybackOptions {
  readonly backend: AudioBackend
  readonly reader: ChunkReader | undefined
  readonly params: PlaybackParams
  readonly trim: TimeRange
  /** Playback stops while the editor is hidden. */
  readonly isVisible: boolean
}

export function usePlayback({ backend, reader, params, trim, isVisible }: PlaybackOptions) {
  const [isPlaying, setIsPlaying] = useState(false)
  const [position] = useState(createPositionStore)
  const player = useRef<AudioPlayer>(undefined)
  const { cutList, gain, isLimited, fades } = params
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
    if (!isVisible) stop()
  }, [isVisible])

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

  /** Plays from `seconds`, or from the start of the selection if `seconds` is outside it. */
  const playFrom = (seconds: number, nextParams = params) => {
    if (!reader) return
    // Autoplay policy: an AudioContext may only start after a user gesture, so the player is created on demand.
    player.current ??= backend.createAudioPlayer(reader, () => ended())
    const isInside = seconds >= trim.from && seconds < trim.to - 0.01
    const from = isInside ? seconds : trim.from
    position.set(from)
    player.current.play(nextParams, from)
    setIsPlaying(true)
  }

  useEffect(() => player.current?.setGain(gain, isLimited), [gain, isLimited])

  const restart = useEffectEvent((changes: Pick<PlaybackParams, 'cutList' | 'fades'>) => {
    if (isPlaying) playFrom(position.get(), { ...params, ...changes })
  })
  // What is already scheduled still has the old cuts and fades.
  useEffect(() => restart({ cutList, fades: { inSeconds, outSeconds } }), [cutList, inSeconds, outSeconds])

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
