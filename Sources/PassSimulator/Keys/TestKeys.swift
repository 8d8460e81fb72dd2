import PassCrypto

/// TEST ONLY: the published keys of simulators without a data directory, the same as in `Fixtures/Keys`.
///
/// The private keys are public knowledge, so nothing that they sign proves anything outside a test.
enum TestKeys {
    static let token = Array(tokenPEM.utf8)
    static let device = Array(devicePEM.utf8)
    static let saml = Array(samlPEM.utf8)
    /// The public key of the demo software statement's signer.
    static let statement = Array(statementPEM.utf8)
    /// The certificate of every requestor that names no certificate.
    static let requestor = Array(requestorPEM.utf8)

    // The keys are read once in a process: a test suite starts many simulators, and reading the keys takes longer than
    // the rest of a start.

    /// The three private keys that sign tokens, device identifiers and SAML messages.
    static let signing = Result { () throws(CryptoError) in
        try SigningKeys(tokenPEM: token, devicePEM: device, samlPEM: saml)
    }
    /// The public key that verifies the demo software statement.
    ///
    /// The key is parsed only when the first statement arrives, since few flows need it.
    static let statementKey = publicKey { () throws(CryptoError) in try RSAPublicKey(pem: statement) }
    /// The public key of `requestor`, which is parsed when it is first needed.
    static let requestorKey = publicKey { () throws(CryptoError) in try RSAPublicKey(Certificate(pem: requestor)) }

    private static func publicKey(_ read: () throws(CryptoError) -> RSAPublicKey) -> RSAPublicKey {
        do throws(CryptoError) {
            return try read()
        } catch {
            preconditionFailure("A key that is compiled in can't be read: \(error)")
        }
    }

    private static let tokenPEM = """
        -----BEGIN PRIVATE KEY-----
        MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC2nLkMg+tUnlMc
        2oGnDTyIE5f7wTYh3MHtJkoj2CLx4TbSrlEm5ttsKlu/oBc7wQmxMjW5os86Ejj2
        ML0wjjFKFvEsTdyzAbC7V0tL8bo03GKzqLH+imgrWXyxbI56N0SudfDB90z7lwak
        OC0H6LW6tlsdDYRniL7omWPe4HZJWYtClNQ9rD7c+DrvngYiII+SGGUq/WoEaA17
        N7s9ilC+g5/DR0KauOGa4xtVvE+5AmE34qec14wW4ygW2pxnOUtEj1uZvWHFq/vk
        iLu5nnSVeDTSAos0jBXw2x84gCumN9csgRUnujN+/3nus4q2kKEUUtH+h1w7BSIi
        6DVCqsHFAgMBAAECggEAANh6HLk2tvpkZPdygdc3VxLLewNRhZh2fSgEaIlLWAFX
        7ki3/oFOhpcAJp3fQ+be/uBlTal2Je93gkJcusy1w7s6rRrBXd7cQR4K0xvUtVuR
        GgJUlBYJ9XXvkLBNNN+/8HbmE3wTA17Ls9SFcCU/kjo88vExK+Z4STFg5feajmOe
        +8p9wtj9n1Q1B+6bjc9Ta/Bony1ESnIEt5HPg0GZHAPx1IzhluVEGHWhb/ytoVdt
        Pn3QbTErZhcoL4uI9GBszf8BIqNh6rGjyxtnyn65mxSS7ljumAbmvpz4jFjZRDzT
        PZPWw77F5wqsdNwqONH40OPpqEnzWmHAWHGuOjFEswKBgQD763fvnOwos9gfTCOU
        1VKHcVMsMYNigi2rfCEeJpnzTNGiKEDngiBWompNkKXeJ6JCLgqR1HogTfkTjGtI
        6A804/7++O+txYTwBYqAUPpgEj/1+nW/yj8la3p4DbhSWPfTihW7MwEtsG7vGEXR
        6syOw4RQK99aO/Z6CAApYjOJCwKBgQC5keKeEeAqtFuDsyB7pcozR+GToOeTgptF
        mwPxErdsVkLJD57byc0oJ+tnrk2Q9BkujaadmRgH+AELf+5Ef5OlDFtEX5T/Kudm
        amSkDHVXn6WPYPE9dByrA3LhLxArbSXQ4s3Wkz0VIRsxTdJlGN8jA6oEQbkYtZWt
        YQKbXGjCbwKBgGnraCMcBINcknseRTuXsbp24HSNYONzPoaCi14k9sfAPcgDSr7M
        DJLAeRehwMu2OFfBCfqkrrCUeCxK9vTRdUtUrWtA+W1DxhAxFDm9UnhAVBo1M3rv
        Kzutg/GkOyKMe666uUZbPJycORhYSUrogRdph2E6AQ/sdEZ8xKyhuG9fAoGARCV5
        xjikTKptDQFEBYRNq+VSxocJY9dLtBUILoiECWnoHrP4z5fdGkkGns2YuImbkcf9
        DtUAyTRfFd0GH+uFyc+u2H4NVmNoFOkvSjs1AFelUfD0xm+Uc4zRrDY/RuNPRtVz
        Z8AsZ00AEmwUvoGSt+YJkoScN6G/dKsybOFTq0sCgYEAu97eVw3xabPYc4XvW7Rp
        dT4eoMQ+aLZu54ZYo48h2VmZgrcuxFwBFaC2K8jyISLxjlx86D7+v5y6aseftvgE
        rPWVU3ajwHyzQ+7qB1DSItDbO779LzBuXKaErk8nWavom59yTlD+buYSYuEgi5Pw
        5hcFmzBdK5wf3zEbNmzYqTU=
        -----END PRIVATE KEY-----
        """

    private static let devicePEM = """
        -----BEGIN PRIVATE KEY-----
        MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQCmkFT3k8Wi8ATp
        Aai+ipLOcdftQQjZZ9oI8UH09h9NdUOyO67yvFEpYOG1b4dsUJAha+mvdYpXBuzc
        lVtJFlCMFpbq0Qh6pLRoC2ZZe08238a9Tmw9FgeVVMP0n5UgVebQYdgJMYHuekAU
        tCHgEJPpFt5s5q5MSG15kE7K1QElIyYt0sK5fxni8/iCpT0WEzFb2oBQVeYzWAMF
        4S4JRM+XiNpbYZMU9JoGhLcLB2/bpNzkkyFOXHG5Fts0EO048N1NSBxWEGioL7ID
        Wk9jQIOwhbAEBDSvub0YhjlztSQ9P54wjnKQwwywlE3LZINo1arD7cbptlvyiUdE
        ic2Jj5xLAgMBAAECggEAFoEAodSKyslf+HU7bcb+L7tM36a+QdVYrYWfEjAgqY/y
        3gVXTT9pPcxzolZXtygpWQKh941LbBeo7+KUC0tjBZJVwJMOcLeJEleb8/IHkVPp
        n5EVaalsy93AffADr3M7tKLLk+5m7igBOWre+s1ylnb7BT6jhPXyKI75PklKFtCx
        Oqxo+rYXk5wWQ45BTtPLaWD0EzQSd+1CBGB+V49yaZD+lW6RuATFQegOJUxuurXf
        iWaJT8K489RCzua1xV2BEbgYz1n5loeZUzn3Khk3P5Q0ZwW6566eUkqnAprs+e0K
        63UsM5Znz7VRiJ9ULrlVn8h2QWZmqXq8mzT4SHw8YQKBgQDocX6oGs8YnqKOpFb4
        rJu77fx1r/78xWnDXif7iBDRrI7XP+ydsjB89DP+uUYrNKrPTUDMS0MRviTcVVve
        AtnJalAoZU4hh6KZDix8cF53vTimhAEkDS0qvZHqQ55wUKZ6EAzb78EfO28og9EE
        LgWRLOKTDyhfJGdGs10EXzh6YQKBgQC3cajefoGuCcuzK5YpFoBIzHiIiGzWJS6Q
        j6O5UbFL76YIh8VM2yfDxaznaBKYri/zvGnUzvDvf0h7Pnos6oGxKR5NukuRSTIh
        a2QjWcxWm1LR7MZHqCDf/HidnkYLK4Y5B72TbTkqpXBH0Qbu5nZKKJViuU0uB/We
        uyNneTnOKwKBgEs1dcrEqd+IbIaEzBM4HkenUDlwEawN4BOzonIza2W8VJd2+oNn
        xWKYzT4NCpQuPVpH38B6VaAnCtwzzj6+Y2NVP8xiQu58aXLmcCRvY1GQ6wSNz6Sv
        kr6yicTnzhr/LW5vRQngwHbvjx7nz7hvf6Oih0kX7XMjXzs0C9O/T5HhAoGABBhW
        c7kRPghb8sD7Vil5baaa3jllbJZh5ro+Jmnrck2EQFZ/kgqmZZlpFbVeDOh+i4te
        NXD1MfN+c7neUlhd0s2fLo8FFtYyd0qFbsCXbiuDeso1Vu4q5bUmICajW6Z6FZXV
        po/eodQVoJTK+dRNObSUOSL31Ro6YnO9A5dSMgcCgYEAkcjY/jYeIwuC9ow6BReH
        KgtXYUCm1ka2PZ1omk5vf4wHI+QZh0b/IIacI3zvLSLa1bgrLU0pOrmvHILJ2Dzt
        OKh6rWvL2RAdhwxamfGxUyzZq0wgGD04NBQ0vwUe5yJeY5xLkHmoqtPZLX9KP1zC
        7Emhp9lHgwEOCsDY8hjCiT0=
        -----END PRIVATE KEY-----
        """

    private static let samlPEM = """
        -----BEGIN PRIVATE KEY-----
        MIIEvAIBADANBgkqhkiG9w0BAQEFAASCBKYwggSiAgEAAoIBAQCU7qzj6syA4ZQo
        RlJexwCRG0F4AiIXgwyPTdftLsH+vVqCXLjeHJg7KJGM/leCO0g93oykIqX+sLbV
        rqnPif9OJ0MTi6q3kRuZznQM/0KExrAHDm59hmUUIA9jRjA4zBp6PBLDWOTCHMit
        fPSkZUDNKHgzUYphdmwb1PYg03hXfIYTRkWB0/u+RmgVPMWCzqlv/zzzaSdA/+sx
        KSw8sVmJBjwHrmqaYm9kC4XExkMc9+Zr+L1o9/gBCd3Ps4WZ4KZcJJKJeq0i38tf
        AOB420VU4SOFc11bNxlIQJJRWEJHqLl7bN/L862K3tvfInB9c45DrOWLVJP7RUtk
        T2nNrh3vAgMBAAECggEAM8bGVHZMooHKADZybIDCsa/IEvCq6YGl3Cwz5UFcMDOk
        Q634lz9ZrTdtYpcJ1TzG4Lt+KZHiI6lL5v3SC1TubT05FJJ5x1erQM2Fiv8zIPXy
        PIHH59vRSC3dK6Y7HYPXsKcx3rgIz3MyUR4f7wdEgA6Ru0Wd1kRVUVe4ObFLJR6d
        tiFGGj9kirzDd+VLEn1O3IoUhtEshuONpE3pqCquByELnjhhvYdYcY7YuWgdWNIy
        0CpHLJ4Crt+P+ZnPgVuRppFHMwMvJ9gSL5jk8bgkbNvt7E0saAgYW7E/BmEjQqAd
        tB5DUHcGokOBI9frwcMOVeSOiRn33dH6q63gwSCAAQKBgQDGFVWFKCl6OVgQrees
        JiCXOff7wbQfsUPpHCBRamGB5FkDQdP8Hpw7lk1S4OpjUNOf3z5CUTk6EJmvBL/D
        QcAVRWX2NDmj6I68p1JaKsA4i4VMe0QHSf4bf/5sEU5U//RpPjc6cPQ2SLHwoUge
        DdLqIv7OrA2HZJfvySvS7SoPQQKBgQDAels4fY8xldCy215p/mIw14u8sJB/YYgA
        jkDJrLCr8ANNopKFm6wRXddAddO1XCWVQ8W5ZbWUzkF0Q0qrBxqZsa2OnzRtayJi
        DA03FbBfyVrR6eFlSikqrvtgl2hhX2WRcy/9R6VRlMIYGlXVBhzdYBuz16GlIVpi
        0sX3bXIRLwKBgAC2mvQ7zMpv4m1M8wSfroZc4xO5AtkKXmA8hbFFXMyG8fsdBZJm
        2dEtHWIrBS0OYXS17Rd4C2i2HpeOwNIHLpXlBhT44yw/7iOnxpgkh0Ss2/IGj5wn
        HA8lStlAxrNvqIWof7JqLbb0VA+1xPi2vAez0I8V94aBSjrG0q2TxQ8BAoGANy0c
        J0Z/HQTIbe1K1HGy7jNsAGxRD+MCnL4qvmV9w9wq5j97Z0en/NZ81SKxzOScdXyX
        Gr2YXw79XnnH1t1Td8miaicjXVZ/5cF0rFzQUbUkDtbP4TxwLqc4sojUyE0Tja2K
        jT3Tm15cgZJTFp0I+0EIz/Y5hV/ZTEkFrRc3wssCgYBkP+GQvM+hCAJyVv6jQ7Y0
        1yBe3bF81FGdijSBTJYyH7n8eFC+Nfcf1+fTO4SHjXL0n/pbUjFIRQoQisSKzO2b
        buAQjJEsvoqq0EbAKS7qqKibPANfjl+++aK7VdvK/hh7ItLdAG68LWI0KPIL7zLc
        0vVt6D09xI2axcVlnmEltA==
        -----END PRIVATE KEY-----
        """

    private static let statementPEM = """
        -----BEGIN PUBLIC KEY-----
        MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAr0cpXhXnWHiWrtZoKamC
        JUebcW5eyDCefNzTvuHPQ5nLdJ56pyHWi9/eJJaTF/x5oz8+9J5kP5mC6WRIdlMV
        yZjEPlI837hUeNiG+Be5nio0AnhQr/rDzCNL3/B9tp8n301T48wo81+NpU4KEpkX
        5FwOiEQe6LMEVZ1LN9iqz1LR2oHdA08+w67RN2htlFswseAekk2ThXw+srAE0Bq/
        uwZZl68cF2zMMM/YMDtyPkwZhmLKql7/lnqwz0CHYl49NmG7ShjkZizppWh/ql3l
        KE1J7CoYAjEPb8/+ESijDKZ9j0zm4Z9io7G8RqDFO1eX8G7PxJxDQbPmxXlL/WsC
        VQIDAQAB
        -----END PUBLIC KEY-----
        """

    private static let requestorPEM = """
        -----BEGIN CERTIFICATE-----
        MIIDPzCCAiegAwIBAgIUTvgDDI7PbwgaRX6fd3BxhnFVcHkwDQYJKoZIhvcNAQEL
        BQAwLjESMBAGA1UECgwJVEVTVCBPTkxZMRgwFgYDVQQDDA9EZW1vIHByb2dyYW1t
        ZXIwIBcNMjYxMTIxMTUzNjI5WhgPMjEyNjEwMjgxNTM2MjlaMC4xEjAQBgNVBAoM
        CVRFU1QgT05MWTEYMBYGA1UEAwwPRGVtbyBwcm9ncmFtbWVyMIIBIjANBgkqhkiG
        9w0BAQEFAAOCAQ8AMIIBCgKCAQEAvvD/CZyUWZYF/0YrwedM9Cq/G+49ocOmEzCs
        8UGcB7+W/qTi73A3tp9hL8mVN3vbAu1Gej2zPwct/tT5i6CCDyVfOct8ek7uSP8B
        d6smT5q2RV1K1LbyN68KVZsbd+S1eV6Vl7fywNer1cMQr2r9TNF1yHPgUmzC/Tyy
        Ps6MRIllL0wD0OwPMmnmJYlKJhNbjXwonlbUAg5C5yNLgRqNxvxoQX52tYcWBA3K
        Dp0N2mbvZoZ9YW7eZqkZQaX0xSF8XN+glAw25prFhzl64cxvuQ27H7o6Ib6v+F1Q
        DZEfCqi3RZldWkK/klrLguAPYHe2s/JnB3i1WsFxAsFHCBwmTwIDAQABo1MwUTAd
        BgNVHQ4EFgQUNGBQ3qk2vA/fCk2ZHBZ6ovHBGnIwHwYDVR0jBBgwFoAUNGBQ3qk2
        vA/fCk2ZHBZ6ovHBGnIwDwYDVR0TAQH/BAUwAwEB/zANBgkqhkiG9w0BAQsFAAOC
        AQEAjMidUxbgnX8Tkfu8PeMmox0kdpolCISrByDG4RRI8Dh4pmzr9OEX/HhuGEXL
        0l/d4A+9BwK+4eXlLc0EmYfKiX26Qo86m59P+7Kk73HlHWfBanlP1dsFng+BeqL6
        u5nLt8kzvrujCNB1iYBVL0vkoYnsc2KNUxVolhnSI/PamO1diPZ06EvqAHp4m7ko
        AVOi+szvhNStNAgfziHs58I0oN5xwzdRLqXfvj+lNPQww7UqkND2HhhSw85smALg
        FvJUgCYj8VXeSewVUxGzZrkdXH813fRT7mX+pQxvJIAqyUO+oLJV8FCbs6dEwS9u
        UNE26T0mPGezkZLuvgKWA3iaMw==
        -----END CERTIFICATE-----
        """
}
