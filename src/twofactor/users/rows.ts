import * as Type from 'typebox'
import { json, rowsOf } from '../../kernel/contract/operation.ts'
import {
  anyText,
  anything,
  done,
  forApplications,
  forOlderClients,
  optionalPhone,
  success,
  text,
  userPath,
  userProblems,
} from '../base/rows.ts'

const removal = {
  method: 'POST',
  summary: 'Remove a user',
  params: userPath,
  bag: Type.Object({}),
  answers: { 200: done },
  problems: userProblems,
} as const

const older = rowsOf(forOlderClients, {
  enrolUser: {
    method: 'POST',
    path: '/protected/json/users/new',
    summary: 'Enrol a user for two-factor',
    bag: Type.Object({
      user: Type.Optional(Type.Object({ cellphone: anyText, country_code: anyText, email: anyText })),
      ...optionalPhone,
      email: anyText,
      send_install_link_via_sms: Type.Optional(Type.Boolean()),
    }),
    answers: {
      200: json(
        Type.Object(
          { ...success, user: Type.Object({ id: Type.Integer() }), twofactor_id: Type.Integer() },
          { additionalProperties: true },
        ),
        'Enrolled.',
      ),
    },
    problems: ['user-invalid', 'too-many', 'sms-failed'],
  },
  getUserStatus: {
    method: 'GET',
    path: '/protected/json/users/{twofactor_id}/status',
    summary: 'What is known of a user',
    params: userPath,
    bag: Type.Object({}),
    answers: { 200: json(Type.Object({ ...success, status: anything }), 'The status.') },
    problems: userProblems,
  },
  removeUser: { ...removal, path: '/protected/json/users/{twofactor_id}/remove' },
})

const beyond = rowsOf(forApplications, {
  deleteUser: { ...removal, path: '/protected/json/users/{twofactor_id}/delete' },
  deleteUserById: {
    ...removal,
    path: '/protected/json/users/delete/{twofactor_id}',
    aliasOf: 'removeUser',
  },
  registerActivity: {
    method: 'POST',
    path: '/protected/json/users/{twofactor_id}/register_activity',
    summary: 'Note what a user did',
    params: userPath,
    bag: Type.Object({
      type: Type.Optional(text(100)),
      data: Type.Optional(anything),
      user_ip: Type.Optional(text(64)),
    }),
    answers: { 200: done },
    problems: userProblems,
  },
  updateUser: {
    method: 'POST',
    path: '/protected/json/users/{twofactor_id}/update',
    summary: "Change a user's e-mail address",
    params: userPath,
    bag: Type.Object({
      user: Type.Optional(Type.Object({ email: anyText })),
      email: anyText,
    }),
    answers: { 200: done },
    problems: ['user-unknown', 'user-invalid'],
  },
})

export const userRows = { ...older, ...beyond }
