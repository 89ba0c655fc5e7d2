import { searchLimits } from '../../../../src/client/search.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorNote } from '../../../ui/inputs/field-notes.tsx'
import { text } from '../base/texts.ts'
import { ConditionRow } from './condition-row.tsx'
import {
  countConditions,
  type Draft,
  depthOf,
  type Group,
  newCondition,
  newGroup,
  replaceNode,
} from './draft.ts'
import { type FilterField, startOf } from './fields.ts'

type FilterBuilderProps = {
  draft: Group
  fields: readonly FilterField[]
  zone: string
  /** Error messages by node key. */
  errors: ReadonlyMap<string, string>
  onChange: (draft: Group) => void
}

/** Conditions in groups that match all or any, as deep as the search allows. */
export function FilterBuilder(props: FilterBuilderProps) {
  const { draft, fields, onChange } = props
  const isFull = countConditions(draft) >= searchLimits.conditions
  const tools: GroupTools = {
    ...props,
    isFull,
    first: fields[0],
    fits: (group, more) => {
      const key = newGroup().key
      const deeper = group.key === draft.key ? { ...group, children: [...group.children, more] } : undefined
      const grown = deeper ?? replaceNode(draft, group.key, { ...group, children: [...group.children, more] })
      return depthOf({ ...grown, key }) <= searchLimits.depth
    },
    replace: (key, by) =>
      onChange(key === draft.key ? ((by as Group | undefined) ?? newGroup()) : replaceNode(draft, key, by)),
  }
  return <GroupBox group={draft} isRoot tools={tools} />
}

type GroupTools = FilterBuilderProps & {
  isFull: boolean
  first: FilterField | undefined
  /** Whether one more level is within the limits. */
  fits(group: Group, more: Draft): boolean
  replace(key: string, by: Draft | undefined): void
}

function GroupBox({ group, isRoot = false, tools }: { group: Group; isRoot?: boolean; tools: GroupTools }) {
  const { first, isFull } = tools
  const error = tools.errors.get(group.key)
  const newOne = () => {
    const { op, values } = first === undefined ? { op: 'eq' as const, values: [''] } : startOf(first)
    return newCondition(first?.name ?? 'status', op, values)
  }
  const add = (child: Draft) => tools.replace(group.key, { ...group, children: [...group.children, child] })
  return (
    <fieldset class="filter-group">
      <legend>
        <select
          class="input"
          aria-label={text('joinLabel')}
          value={`${group.negated ? 'not-' : ''}${group.join}`}
          onChange={(event) => {
            const chosen = event.currentTarget.value
            const join = chosen.endsWith('or') ? 'or' : 'and'
            tools.replace(group.key, { ...group, join, negated: chosen.startsWith('not-') })
          }}
        >
          <option value="and">{text('joinAll')}</option>
          <option value="or">{text('joinAny')}</option>
          <option value="not-or">{text('joinNone')}</option>
          <option value="not-and">{text('joinNotAll')}</option>
        </select>
      </legend>
      {group.children.length === 0 && <p class="help">{text('groupEmpty')}</p>}
      {group.children.map((child) =>
        child.kind === 'group' ? (
          <GroupBox key={child.key} group={child} tools={tools} />
        ) : (
          <ConditionRow
            key={child.key}
            condition={child}
            fields={tools.fields}
            zone={tools.zone}
            error={tools.errors.get(child.key)}
            onChange={(changed) => tools.replace(child.key, changed)}
            onRemove={() => tools.replace(child.key, undefined)}
          />
        ),
      )}
      <ErrorNote error={error} />
      <div class="filter-actions">
        <Button size="small" disabled={isFull || !tools.fits(group, newOne())} onClick={() => add(newOne())}>
          {text('addCondition')}
        </Button>
        <Button
          size="small"
          look="quiet"
          disabled={isFull || !tools.fits(group, newGroup([newOne()], 'or'))}
          onClick={() => add(newGroup([newOne()], group.join === 'and' ? 'or' : 'and'))}
        >
          {text('addGroup')}
        </Button>
        {!isRoot && (
          <Button size="small" look="quiet" onClick={() => tools.replace(group.key, undefined)}>
            {text('removeGroup')}
          </Button>
        )}
      </div>
    </fieldset>
  )
}
