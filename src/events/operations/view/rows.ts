import * as Type from 'typebox'
import { jsonBody } from '../../../kernel/contract/body.ts'
import { empty, json } from '../../../kernel/contract/operation.ts'
import { view, viewInput, viewPatch } from '../../views/view-schema.ts'
import { forOperators } from '../base/rows.ts'

const VIEWS = '/{eventId}/views'
const deep = { maxDepth: 40 }

/** Saved views: filters with their columns, under a name. */
export const viewRows = forOperators('views', {
  listViews: {
    scope: 'registrations:read',
    method: 'GET',
    path: VIEWS,
    summary: "The operator's views of an event, and those that others share",
    answers: { 200: json(Type.Object({ data: Type.Array(view) }), 'The views.') },
  },
  saveView: {
    scope: 'registrations:write',
    method: 'POST',
    path: VIEWS,
    summary: 'Keep a view',
    body: jsonBody(viewInput, deep),
    answers: { 201: json(view, 'Kept.') },
  },
  updateView: {
    scope: 'registrations:write',
    method: 'PATCH',
    path: `${VIEWS}/{viewId}`,
    summary: 'Rename a view, change or share it',
    body: jsonBody(viewPatch, deep),
    answers: { 200: json(view, 'Changed.') },
  },
  deleteView: {
    scope: 'registrations:write',
    method: 'DELETE',
    path: `${VIEWS}/{viewId}`,
    summary: 'Forget a view',
    answers: { 204: empty('Forgotten.') },
  },
})
