/** Exports the result on the server in a format browsers cannot encode. */
import { isAllowanceCode } from '@filesmith/contract/allowance-codes'
import { apiPaths } from '@filesmith/contract/api-paths'
import { formats } from '@filesmith/contract/formats'
import { allowanceMessages } from '@filesmith/contract/messages/allowance'
import { conversionMessages } from '@filesmith/contract/messages/conversion'
import { imageEditorMessages } from '@filesmith/contract/messages/image-editor'
import { paths } from '@filesmith/contract/routes'
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { toasts } from '../../../lib/toast-store.ts'
import { type EditedOutput, editOnServer, errorDetailsOf, type ServerStep } from '../image/edit-on-server.ts'
import type { RenderResult } from '../use-rendering.ts'

interface ExportOptions {
  readonly result: RenderResult
  readonly format: EditedOutput
  readonly quality: number
}

export function useServerExport(uploadId: string | undefined, onUploaded: (uploadId: string) => void) {
  const [step, setStep] = useState<ServerStep>()
  const [finished, setFinished] = useState<ExportOptions & { readonly state: ConversionState }>()
  const [failure, setFailure] = useState<string>()
  const running = useRef<AbortController>(undefined)
  const queryClient = useQueryClient()
  useEffect(() => () => running.current?.abort(), [])

  const fail = (error: unknown) => {
    const { message = imageEditorMessages.exportFailedText, code } = errorDetailsOf(error)
    setFailure(message)
    toasts.show({
      title: imageEditorMessages.exportFailed,
      description: message,
      variant: 'destructive',
      action: isAllowanceCode(code) ? { label: allowanceMessages.seePlans, to: paths.plans } : undefined,
    })
  }

  return {
    step,
    failure,
    /** The last server result, if it matches the current format and quality. */
    resultFor: ({ result, format, quality }: ExportOptions) =>
      finished?.result === result && finished.format === format && finished.quality === quality
        ? finished.state
        : undefined,
    async start({ result, format, quality }: ExportOptions) {
      running.current?.abort()
      const attempt = new AbortController()
      running.current = attempt
      setFailure(undefined)
      try {
        const { image, edit } = result
        const params = { file: image.file, uploadId, edit, format, quality, onStep: setStep, onUploaded }
        const state = await editOnServer(params, attempt.signal)
        setFinished({ result, format, quality, state })
        toasts.show({
          title: conversionMessages.succeededToast,
          description: imageEditorMessages.exported(formats[format].label),
        })
        if (state.downloadUrl !== null) window.location.assign(state.downloadUrl)
      } catch (error) {
        if (attempt.signal.aborted) return
        fail(error)
      } finally {
        if (running.current === attempt) setStep(undefined)
        for (const path of [apiPaths.usage, apiPaths.conversions, apiPaths.recentConversions])
          void queryClient.invalidateQueries({ queryKey: [path] })
      }
    },
    cancel() {
      running.current?.abort()
      setStep(undefined)
      toasts.show(imageEditorMessages.canceled)
    },
  }
}
