/// The failures that are named after errors of REST API v2: the service of the SDKs answers them in its own form.
extension FaultRow {
    static let enhancedErrors: [FaultRow] = [
        failures(
            .authorization,
            #"TRF(r,"Handled User Not Authorized Error","The parameter requestor_id names an unknown requestor.") ST Z130"#,
            ["invalid_parameter_service_provider"]),
        failures(
            .authorization, #"TRF(r,"Handled User Not Authorized Error","The parameter mvpd is missing.") ST Z130"#,
            ["invalid_parameter_mvpd"]),
        failures(
            .authorization, #"TRF(r,"Handled User Not Authorized Error","The parameter code is missing.") ST Z130"#,
            ["invalid_parameter_code"]),
        failures(
            .authorization,
            #"TRF(r,"Handled User Not Authorized Error","The parameter resources is missing.") ST Z130"#,
            ["invalid_parameter_resources"]),
        failures(
            .authorization,
            #"TRF(r,"Handled User Not Authorized Error","The parameter redirectUrl is missing.") ST Z130"#,
            ["invalid_parameter_redirect_url"]),
        failures(
            .authorization, #"TRF(r,"Handled User Not Authorized Error","The parameter partner is missing.") ST Z130"#,
            ["invalid_parameter_partner"]),
        failures(
            .authorization,
            #"TRF(r,"Handled User Not Authorized Error","The parameter SAMLResponse is missing.") ST Z130"#,
            ["invalid_parameter_saml_response"]),
        failures(
            .authorization,
            #"TRF(r,"Handled User Not Authorized Error","The parameter X-Device-Info is missing.") ST Z130"#,
            ["invalid_header_device_info"]),
        failures(
            .authorization, #"TRF(r,GAZ,"") ST Z500"#,
            ["invalid_header_device_identifier", "internal_server_error", "too_many_resources"]),
        failures(
            .authorization, #"TRF(r,GAZ,"") ST Z500, logged out"#,
            [
                "invalid_header_identity_for_temporary_access", "invalid_header_pfs_permission_access_not_present",
                "invalid_header_pfs_permission_access_not_determined",
                "invalid_header_pfs_permission_access_not_granted", "invalid_header_pfs_provider_id_not_determined",
                "invalid_header_pfs_provider_id_mismatch", "invalid_header_pfs_provider_info_expired",
                "invalid_configuration_temporary_access", "invalid_configuration_platform",
                "invalid_configuration_platform_id", "invalid_configuration_platform_trait",
                "invalid_configuration_platform_category_trait", "invalid_configuration_platform_services",
                "invalid_configuration_mvpd_platform", "invalid_configuration_mvpd_platform_boarding_status",
                "invalid_configuration_mvpd_platform_profile_exchange", "authenticated_profile_missing",
                "authenticated_profile_expired", "authenticated_profile_invalidated",
                "temporary_access_duration_limit_exceeded", "temporary_access_resources_limit_exceeded",
            ]),
        failures(
            .authorization,
            #"TRF(r,"Handled User Not Authorized Error","The requestor has no integration with this MVPD.") ST Z130"#,
            ["invalid_integration"]),
        failures(
            .authorization, #"TRF(r,UNZ,"") ST Z100"#,
            ["invalid_authentication_session"]),
        failures(
            .authorization, #"TRF(r,UNZ,"Your package does not include this channel.") ST Z100"#,
            ["preauthorization_denied_by_mvpd", "authorization_denied_by_mvpd"]),
        failures(
            .authorization, #"TRF(r,UNZ,"Parental controls do not allow this program.") ST Z100"#,
            ["authorization_denied_by_parental_controls"]),
        failures(
            .authorization,
            #"TRF(r,"Handled User Not Authorized Error","Your provider's programs can't be watched at the moment.") ST Z169"#,
            ["authorization_denied_by_degradation_rule"]),
        failures(
            .authorization, #"TRF(r,GAZ,"") ST R401"#,
            ["invalid_access_token_service_provider", "invalid_access_token_client_application"]),
        failures(
            .authorization, #"TRF(r,UNZ,"Your device has left your home network.") ST Z100"#,
            ["authorization_denied_by_hba_policies"]),
        failures(
            .authorization, #"TRF(r,UNZ,"Sign in to your provider again.") ST Z100"#,
            ["authorization_denied_by_session_invalidated"]),
        failures(
            .authorization, #"TRF(r,UNZ,"Your provider does not recognize this account.") ST Z100"#,
            ["identity_not_recognized_by_mvpd"]),
        failures(
            .authorization,
            #"TRF(r,"Handled User Not Authorized Error","Your provider's answer could not be read.") ST Z120"#,
            ["network_received_error"]),
        failures(
            .authorization,
            #"TRF(r,"Handled User Not Authorized Error","A network error occured when communicating with the provider"s authorization service") ST Z120"#,
            ["network_connection_timeout"]),
        failures(
            .authorization,
            #"TRF(r,"Handled User Not Authorized Error","Your provider took too long to answer.") ST Z120"#,
            ["maximum_execution_time_exceeded"]),
    ].flatMap(\.self)
}
