/** What a redaction removed, and the searches of the result that prove it. */
import { workbenchMessages } from '@filesmith/contract/tools/workbench/messages'
import { useQuery } from '@tanstack/react-query'
import { FileCheck } from 'lucide-react'
import { z } from 'zod'
import { request } from '../../../lib/request.ts'
import { DownloadButton } from '../../../ui/download-button.tsx'
import { Icon } from '../../../ui/icon.tsx'

const { proof: texts } = workbenchMessages

export const redactionReportPart = 'redaction-report.json'

const reportSchema = z.object({
  removed: z.array(
    z.object({ page: z.number(), characters: z.number(), images: z.number(), annotations: z.number() }),
  ),
  proof: z.array(z.object({ where: z.string(), searched: z.number(), hits: z.number() })),
})

export function RedactionProof({ url }: { readonly url: string }) {
  const { data, isError } = useQuery({
    queryKey: [url],
    queryFn: async ({ signal }) => {
      const response = await request('GET', url, undefined, {}, signal)
      return reportSchema.parse(await response.json())
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  const sum = (key: 'characters' | 'images' | 'annotations') =>
    (data?.removed ?? []).reduce((total, page) => total + page[key], 0)
  return (
    <section aria-label={texts.heading} className="flex flex-col gap-2 rounded border border-line p-3">
      <h4 className="text-sm font-semibold">{texts.heading}</h4>
      {isError ? <p className="text-ink-muted">{texts.unreadable}</p> : null}
      {data ? (
        <>
          <p>{texts.removed(sum('characters'), sum('images'), sum('annotations'), data.removed.length)}</p>
          <table className="w-full text-left text-xs">
            <thead className="text-ink-muted">
              <tr>
                <th className="py-1 pr-2 font-semibold">{texts.search}</th>
                <th className="py-1 pr-2 text-right font-semibold">{texts.searched}</th>
                <th className="py-1 text-right font-semibold">{texts.found}</th>
              </tr>
            </thead>
            <tbody>
              {data.proof.map(({ where, searched, hits }) => (
                <tr key={where} className="border-t border-line">
                  <td className="py-1 pr-2">{where}</td>
                  <td className="figures py-1 pr-2 text-right">{searched.toLocaleString('en')}</td>
                  <td className="figures py-1 text-right">{hits.toLocaleString('en')}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      ) : null}
      <DownloadButton href={url} download variant="outline">
        <Icon of={FileCheck} /> {texts.download}
      </DownloadButton>
    </section>
  )
}
