import { useLoaded } from '../../ui/lists/load.tsx'

/** What the server says about itself: names and texts from the tables that it runs on. */
export type Product = {
  readonly version: string
  readonly apis: readonly ApiSummary[]
  readonly settings: readonly Setting[]
}

export type ApiSummary = {
  readonly name: string
  readonly title: string
  readonly summary: string
  readonly basePath: string
  readonly url: string
  readonly keyHeader?: string
  readonly operations: readonly OperationSummary[]
  readonly problems: readonly ProblemSummary[]
}

export type OperationSummary = {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly tag: string
  readonly summary: string
  /** Requires an API key. */
  readonly keyed: boolean
}

type ProblemSummary = {
  readonly code: string
  readonly status: number
  readonly title: string
  readonly detail: string
}

type Setting = {
  readonly name: string
  readonly summary: string
  readonly secret: boolean
  readonly example: string
  readonly default?: string
  readonly unset?: string
}

export type GuideSummary = { readonly slug: string; readonly title: string }

/** A part of a guide, for the search. */
export type Section = { readonly slug: string; readonly heading?: string; readonly words: string }

export const useProduct = () =>
  useLoaded('/docs/data/product.json', async (response) => (await response.json()) as Product)

export const useGuides = () =>
  useLoaded('/docs/data/guides.json', async (response) => (await response.json()) as readonly GuideSummary[])

export const useSections = () =>
  useLoaded('/docs/data/sections.json', async (response) => (await response.json()) as readonly Section[])

/** The operations of an API in the order of their tags. */
export function groupByTag(operations: readonly OperationSummary[]): [tag: string, OperationSummary[]][] {
  const groups = new Map<string, OperationSummary[]>()
  for (const operation of operations)
    groups.set(operation.tag, [...(groups.get(operation.tag) ?? []), operation])
  return [...groups]
}

export function operationLink(api: ApiSummary, operation: OperationSummary): string {
  return `/docs/api/${api.name}/${operation.name}`
}
