import type { ComponentChildren } from 'preact'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Table } from '../../ui/lists/table.tsx'
import { type Block, parseBlocks, toAnchor } from './markdown-blocks.ts'

/** Renders Markdown as elements: nothing in it is interpreted as HTML. */
export function Markdown({ text }: { text: string }) {
  return <>{parseBlocks(text).map((block, at) => toElement(block, at))}</>
}

/** One line of Markdown in English: code, bold, links. */
export function Inline({ text }: { text: string }) {
  return <span lang="en">{toInline(text)}</span>
}

function toElement(block: Block, at: number) {
  if (block.kind === 'paragraph') return <p key={at}>{toInline(block.text)}</p>
  if (block.kind === 'heading') return <Heading key={at} level={block.level} text={block.text} />
  if (block.kind === 'code') {
    const file = /^file=(\S+)$/.exec(block.mark)?.[1]
    return <CodeBlock key={at} title={file ?? (block.language || 'text')} text={block.text} />
  }
  if (block.kind === 'list') {
    const List = block.ordered ? 'ol' : 'ul'
    return (
      <List key={at}>
        {block.items.map((item) => (
          <li key={item}>{toInline(item)}</li>
        ))}
      </List>
    )
  }
  const rows = block.rows.map((cells) => ({
    key: cells.join('|'),
    cells: cells.map((cell) => toInline(cell)),
  }))
  return (
    <Table
      key={at}
      label={block.head.join(', ')}
      head={block.head.map((cell) => toInline(cell))}
      rows={rows}
    />
  )
}

function Heading({ level, text }: { level: number; text: string }) {
  const id = toAnchor(text)
  const inside = toInline(text)
  if (level === 2) return <h2 id={id}>{inside}</h2>
  return level === 3 ? <h3 id={id}>{inside}</h3> : <h4 id={id}>{inside}</h4>
}

const INLINE =
  /(`+)(.+?)\1|\*\*(.+?)\*\*|\*([^*\s][^*]*)\*|\[([^\]]+)\]\(([^)\s]+)\)|(https?:\/\/[^\s<>)`]*[^\s<>)`.,;:])/gs

function toInline(text: string): ComponentChildren[] {
  const parts: ComponentChildren[] = []
  let end = 0
  for (const match of text.matchAll(INLINE)) {
    parts.push(text.slice(end, match.index), toMark(match))
    end = match.index + match[0].length
  }
  return [...parts, text.slice(end)]
}

function toMark([whole, , code, bold, stressed, label, href, url]: RegExpExecArray): ComponentChildren {
  if (code !== undefined) return <code>{code}</code>
  if (bold !== undefined) return <strong>{toInline(bold)}</strong>
  if (stressed !== undefined) return <em>{toInline(stressed)}</em>
  const target = toTarget(href ?? url ?? '')
  const words = label === undefined ? whole : toInline(label)
  if (target === undefined) return words
  return /^https?:/.test(target) ? (
    <a href={target} rel="noreferrer">
      {words}
    </a>
  ) : (
    <a href={target} {...(target.startsWith('/docs/data/') ? { target: '_self' } : {})}>
      {words}
    </a>
  )
}

/** The target of a guide's link; undefined if it is not served here or has another scheme. */
function toTarget(href: string): string | undefined {
  if (/^https?:\/\//.test(href) || href.startsWith('#')) return href
  const guide = /^([\w-]+)\.md(#[\w-]+)?$/.exec(href)
  if (guide !== null) return `/docs/guide/${guide[1]}${guide[2] ?? ''}`
  if (/^(?:\.\.\/)?reference\/settings\.md$/.test(href)) return '/docs/settings'
  return /^[\w-]+\.(?:js|mjs|ts|json)$/.test(href) ? `/docs/data/guide/${href}.txt` : undefined
}
