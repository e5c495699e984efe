/** sitemap.xml, robots.txt, security.txt, and the Web Share Target for browsers without the service worker. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { type Instance, onlyPublic } from '@filesmith/contract/instance'
import { indexedPaths } from '@filesmith/contract/page-at'
import { pairPaths } from '@filesmith/contract/pair-pages'
import { hasPage, pages, paths } from '@filesmith/contract/routes'
import { sharedFilesPath, sharedQuery } from '@filesmith/contract/shared-files'
import type { FastifyInstance } from 'fastify'
import { escapeHtml } from '../../domain/escape-html.ts'
import type { Clock } from '../../ports/clock.ts'
import { drainBody } from '../drain-body.ts'

const securityTextPath = '/.well-known/security.txt'
const securityTextDays = 180
const dayMs = 24 * 60 * 60 * 1000

export function registerSiteFiles(
  app: FastifyInstance,
  { instance, now }: Clock & { readonly instance: Instance },
  siteUrl: string,
  securityContact: string,
): void {
  const hidden = { schema: { hide: true } }
  app.get('/sitemap.xml', hidden, async (_request, reply) =>
    reply.type('application/xml; charset=utf-8').send(writeSitemap(instance, siteUrl)),
  )
  app.get('/robots.txt', hidden, async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(writeRobots(instance, siteUrl, app.basePath)),
  )
  app.get(securityTextPath, hidden, async (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .send(writeSecurityText({ siteUrl, contact: securityContact, now: now() })),
  )
  app.get(sharedFilesPath, hidden, async (_request, reply) => reply.redirect(paths.home, 303))
  // Only the service worker can hold a shared file until the page has loaded; without it, the page asks for the file again.
  app.post(sharedFilesPath, hidden, async (request, reply) => {
    drainBody(request)
    return reply.redirect(`${paths.home}?${sharedQuery}=lost`, 303)
  })
}

function writeSitemap(instance: Instance, siteUrl: string): string {
  const entries = [...indexedPaths(instance), ...pairPaths()].map(
    path => `  <url><loc>${escapeHtml(`${siteUrl}${path}`)}</loc></url>`,
  )
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries,
    '</urlset>',
    '',
  ].join('\n')
}

/** RFC 9116. The expiry is computed, so that the file never goes stale while the site runs; rounded to a whole day. */
function writeSecurityText({
  siteUrl,
  contact,
  now,
}: {
  siteUrl: string
  contact: string
  now: Date
}): string {
  const expires = new Date(Math.floor(now.getTime() / dayMs + securityTextDays) * dayMs)
  return [
    `Contact: ${contact}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en',
    // The RFC requires https for Canonical.
    ...(siteUrl.startsWith('https:') ? [`Canonical: ${siteUrl}${securityTextPath}`] : []),
    '',
  ].join('\n')
}

/** Pages fetch plans and formats, so crawlers that run scripts may fetch them too. */
function writeRobots(instance: Instance, siteUrl: string, basePath: string): string {
  const indexed = indexedPaths(instance)
  const closed = Object.keys(pages).filter(path => hasPage(instance, path) && !indexed.includes(path))
  return [
    'User-agent: *',
    ...onlyPublic(instance, `Allow: ${basePath}${apiPaths.subscriptionPlans}`),
    `Allow: ${basePath}${apiPaths.formats}`,
    ...['/api/', ...closed].map(path => `Disallow: ${basePath}${path}`),
    '',
    `Sitemap: ${siteUrl}/sitemap.xml`,
    '',
  ].join('\n')
}
