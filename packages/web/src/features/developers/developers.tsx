/** /developers: introduction to the API, and its reference generated from the server's OpenAPI document. */
import { developersMessages as texts } from '@filesmith/contract/messages/developers'
import { CircleAlert } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Introduction } from './introduction.tsx'
import { Reference } from './reference.tsx'
import { TableOfContents } from './table-of-contents.tsx'
import { useApiDescription } from './use-api-description.ts'

export function Developers() {
  const { data: description, isPending, refetch } = useApiDescription()
  const { origin } = window.location
  return (
    <div className="flex flex-col gap-10">
      <header className="max-w-2xl">
        <h1 className="text-2xl">{texts.heading}</h1>
        <p className="mt-3 text-base text-ink-muted">{texts.lead}</p>
      </header>
      <div className="grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_11rem]">
        <TableOfContents tags={description?.tags ?? []} />
        <div className="flex min-w-0 flex-col gap-10 lg:col-start-1 lg:row-start-1">
          <Introduction origin={origin} />
          {isPending ? <Loading /> : null}
          {description ? <Reference description={description} origin={origin} /> : null}
          {!isPending && !description ? (
            <div role="alert" className="flex flex-col items-start gap-3">
              <p className="flex items-center gap-2 font-semibold text-danger">
                <Icon of={CircleAlert} /> {texts.failed}
              </p>
              <Button onClick={() => void refetch()}>{texts.retry}</Button>
            </div>
          ) : null}
        </div>
      </div>
    </div>
  )
}

function Loading() {
  return (
    <div>
      <p role="status" className="sr-only">
        {texts.loading}
      </p>
      <Skeleton className="h-96 w-full" />
    </div>
  )
}
