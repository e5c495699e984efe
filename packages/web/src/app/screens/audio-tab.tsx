/** The Audio tab: recordings in other formats or, switched over, the sound of films. */
import { homeMessages } from '@filesmith/contract/messages/home'
import { homeAudio } from '@filesmith/contract/tools/home-audio'
import { homeExtract } from '@filesmith/contract/tools/home-extract'
import type { ConverterTool } from '@filesmith/contract/tools/tool'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { Converter } from '../../features/converter/converter.tsx'
import { hasSavedWork, moveUpload } from '../../features/converter/saved-work.ts'

interface AudioTabProps extends Pick<ComponentProps<typeof Converter>, 'isActive' | 'loadWaitScreen'> {
  /** For recordings, and for the sound of films. */
  readonly tools?: readonly [audioFiles: ConverterTool, videos: ConverterTool]
}

const homeTools = [homeAudio, homeExtract] as const

export function AudioTab({ tools: [audioFiles, videos] = homeTools, ...props }: AudioTabProps) {
  const [foundTool] = useState(() => (hasSavedWork(videos.id) ? videos : audioFiles))
  const [chosenTool, setChosenTool] = useState<ConverterTool>()
  const switchRef = useRef<HTMLButtonElement>(null)
  const tool = chosenTool ?? foundTool

  // The converter of the other mode is a new one; the focus stays where the change was made.
  useEffect(() => {
    if (chosenTool) switchRef.current?.focus()
  }, [chosenTool])

  const switchOver = (withFile: boolean) => {
    const otherTool = tool === audioFiles ? videos : audioFiles
    if (withFile) moveUpload(tool.id, otherTool.id)
    setChosenTool(otherTool)
  }
  return (
    <Converter
      key={tool.id}
      {...props}
      tool={tool}
      modeSwitch={{
        label: homeMessages.extractMode,
        isOn: tool === videos,
        ref: switchRef,
        onSwitch: switchOver,
      }}
    />
  )
}
