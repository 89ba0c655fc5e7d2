import * as Type from 'typebox'
import { jwtBody } from '../../kernel/contract/body.ts'
import { json, rowsOf } from '../../kernel/contract/operation.ts'
import { closed } from '../../kernel/contract/schema.ts'
import {
  deviceProblems,
  done,
  forApplications,
  forDevices,
  text,
  userPath,
  userProblems,
} from '../base/rows.ts'

const enrolledApp = Type.Object({ name: Type.String(), app_id: Type.Integer() })

/** How applications give a user a TOTP secret or enrol a device. */
export const secretRows = rowsOf(forApplications, {
  createSecret: {
    method: 'POST',
    path: '/protected/json/users/{twofactor_id}/secret',
    summary: 'A secret for any app of RFC 6238',
    params: userPath,
    bag: Type.Object({
      label: Type.Optional(text(100)),
      qr_size: Type.Optional(Type.Integer({ minimum: 50, maximum: 1_000 })),
    }),
    answers: {
      200: json(
        Type.Object({
          uri: Type.String(),
          qr_code: Type.String(),
          label: Type.String(),
          issuer: Type.String(),
          success: Type.Boolean(),
        }),
        'Shown this once.',
      ),
    },
    problems: userProblems,
  },
  createEnrolment: {
    method: 'POST',
    path: '/protected/json/users/{twofactor_id}/enrolments',
    summary: 'A one-time link for a device',
    params: userPath,
    bag: Type.Object({}),
    answers: {
      200: json(
        Type.Object({
          enrolment: Type.Object({
            code: Type.String(),
            url: Type.String(),
            qr_code: Type.String(),
            expires_at: Type.String(),
          }),
          success: Type.Boolean(),
        }),
        'A quarter of an hour.',
      ),
    },
    problems: userProblems,
  },
})

/** How a device reads and changes its own data. */
export const deviceRows = rowsOf(forDevices, {
  enrolDevice: {
    method: 'POST',
    path: '/device/enrolments/{code}',
    summary: 'Enrol a device by its link',
    params: closed({ code: Type.String() }),
    body: jwtBody('Self-signed, with the key as `jwk` in the header: `name`, `os_type`, `devtoken`.'),
    answers: {
      200: json(
        Type.Object(
          {
            device: Type.Object({ uuid: Type.String() }),
            twofactor_id: Type.Integer(),
            app: enrolledApp,
            totp: Type.Object({ uri: Type.String() }),
            push_key: Type.Optional(Type.String()),
            success: Type.Boolean(),
          },
          { additionalProperties: true },
        ),
        'Enrolled: the seed is shown this once.',
      ),
    },
    problems: [...deviceProblems, 'enrolment-unknown'],
  },
  changeDevice: {
    method: 'PUT',
    path: '/device',
    summary: 'Change what a device says of itself',
    body: jwtBody('Self-signed: `name`, `devtoken`.'),
    answers: { 200: done },
    problems: deviceProblems,
  },
  moveDevice: {
    method: 'POST',
    path: '/device/move',
    summary: 'Move a device to a new phone',
    description:
      'A one-time code per user that the device is enrolled for. The device that enrols with it takes the place of ' +
      'this one, which is deleted in the same step.',
    body: jwtBody('Self-signed, with `move: true`.'),
    answers: {
      200: json(
        Type.Object({
          enrolments: Type.Array(
            Type.Object(
              {
                code: Type.String(),
                url: Type.String(),
                expires_at: Type.String(),
                twofactor_id: Type.Integer(),
                app: enrolledApp,
              },
              { additionalProperties: true },
            ),
          ),
          success: Type.Boolean(),
        }),
        'A quarter of an hour.',
      ),
    },
    problems: deviceProblems,
  },
  removeDevice: {
    method: 'DELETE',
    path: '/device',
    summary: 'Take a device off its users',
    body: jwtBody('Self-signed.'),
    answers: { 200: done },
    problems: deviceProblems,
  },
})
