import type { OperationTable } from '../kernel/contract/operation.ts'
import { approvalRows, deviceApprovalRows } from './approvals/rows.ts'
import type { problems } from './base/problems.ts'
import { codeRows } from './codes/rows.ts'
import { deviceRows, secretRows } from './devices/rows.ts'
import { statisticsRows } from './statistics/rows.ts'
import { userRows } from './users/rows.ts'
import { verificationRows } from './verification/rows.ts'

/** All operations, in the order in which the API documents list them. */
export const operations = {
  enrolUser: userRows.enrolUser,
  verifyToken: codeRows.verifyToken,
  sendSms: codeRows.sendSms,
  startCall: codeRows.startCall,
  getUserStatus: userRows.getUserStatus,
  removeUser: userRows.removeUser,
  createApproval: approvalRows.createApproval,
  getApproval: approvalRows.getApproval,
  startVerification: verificationRows.startVerification,
  checkVerification: verificationRows.checkVerification,
  getAppDetails: statisticsRows.getAppDetails,
  getAppStats: statisticsRows.getAppStats,
  deleteUser: userRows.deleteUser,
  deleteUserById: userRows.deleteUserById,
  getVerificationStatus: verificationRows.getVerificationStatus,
  getPhoneInfo: verificationRows.getPhoneInfo,
  registerActivity: userRows.registerActivity,
  sendEmail: codeRows.sendEmail,
  updateUser: userRows.updateUser,
  createSecret: secretRows.createSecret,
  createEnrolment: secretRows.createEnrolment,
  enrolDevice: deviceRows.enrolDevice,
  listDeviceApprovals: deviceApprovalRows.listDeviceApprovals,
  streamDeviceApprovals: deviceApprovalRows.streamDeviceApprovals,
  getApprovalLogo: deviceApprovalRows.getApprovalLogo,
  answerApproval: deviceApprovalRows.answerApproval,
  changeDevice: deviceRows.changeDevice,
  moveDevice: deviceRows.moveDevice,
  removeDevice: deviceRows.removeDevice,
} satisfies OperationTable<typeof problems>
