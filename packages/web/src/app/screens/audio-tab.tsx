/** The Audio tab: recordings in other formats or, switched over, the sound of films. */
import { homeMessages } from '@filesmith/contract/messages/home'
import { homeAudio } from '@filesmith/contract/tools/home-audio'
import { homeExtract } from '@filesmith/contract/tools/home-extract'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { Converter } from '../../features/converter/converter.tsx'
import { hasSavedWork, moveUpload } from '../../features/converter/saved-work.ts'

type AudioTabProps = Pick<ComponentProps<typeof Converter>, 'isActive' | 'waitScreen'>

export function AudioTab(props: AudioTabProps) {
  const [foundTool] = useState(() => (hasSavedWork(homeExtract.id) ? homeExtract : homeAudio))
  const [chosenTool, setChosenTool] = useState<typeof foundTool>()
  const switchRef = useRef<HTMLButtonElement>(null)
  const tool = chosenTool ?? foundTool

  // The converter of the other mode is a new one; the focus stays where the change was made.
  useEffect(() => {
    if (chosenTool) switchRef.current?.focus()
  }, [chosenTool])

  const switchOver = (withFile: boolean) => {
    const otherTool = tool === homeAudio ? homeExtract : homeAudio
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
        isOn: tool === homeExtract,
        ref: switchRef,
        onSwitch: switchOver,
      }}
    />
  )
}
