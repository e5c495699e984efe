/** The text once more, unseen beneath the field: it carries the marks, gives the field its height, and knows where words are drawn. */
import { memo, type Ref, useImperativeHandle, useRef } from 'react'
import { findChunk, startsOf } from '../linking/text-chunks.ts'

export interface Stretch {
  readonly start: number
  readonly end: number
}

export interface TextCopyHandle {
  /** Where a stretch is in the document; undefined when it is not there. */
  locate(stretch: Stretch): StaticRangeInit | undefined
}

interface TextCopyProps {
  readonly handle: Ref<TextCopyHandle>
  readonly chunks: readonly string[]
  readonly className: string
}

export function TextCopy({ handle, chunks, className }: TextCopyProps) {
  const copyRef = useRef<HTMLDivElement>(null)
  useImperativeHandle(handle, () => {
    const starts = startsOf(chunks)
    const textNodeAt = (offset: number) => {
      const place = findChunk(starts, offset)
      return { node: copyRef.current?.children[place.index]?.firstChild, offset: place.offset }
    }
    return {
      locate({ start, end }) {
        const from = textNodeAt(start)
        // The end of a piece, not the beginning of the next one.
        const to = end > start ? textNodeAt(end - 1) : from
        if (!from.node || !to.node) return undefined
        return {
          startContainer: from.node,
          startOffset: from.offset,
          endContainer: to.node,
          endOffset: end > start ? to.offset + 1 : to.offset,
        }
      },
    }
  }, [chunks])
  const last = chunks.length - 1
  return (
    <div ref={copyRef} aria-hidden="true" className={className}>
      {chunks.map((chunk, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces are their order, and hold nothing but their text
        <Chunk key={index} text={index === last ? `${chunk}\u200b` : chunk} />
      ))}
    </div>
  )
}

/** A last line break needs something behind it to have a line of its own. */
const Chunk = memo(function Chunk({ text }: { readonly text: string }) {
  return (
    <div dir="auto" className="[unicode-bidi:plaintext]">
      {text}
    </div>
  )
})
